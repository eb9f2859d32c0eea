import { factValues, type SchoolFacts, shippedFacts } from '@app/contracts/website/school-facts'
import type { Form } from './form'

/** A setting of an earlier release holds until the school publishes another than the shipped one. */
const given = (published: string, shipped: string, former: string | undefined) =>
  published === shipped && former ? former : published

/** Of the sample school, whose phone number and places are not those of a school with another name. */
const sampleValues = (facts: SchoolFacts) => {
  const isOwn = (name: string) => name.startsWith('price:') || name.endsWith('response_hours')
  const values = Object.entries(factValues(facts))
  return Object.fromEntries(values.map(([name, value]) => [name, isOwn(name) ? value : '']))
}

/** The values of placeholders about the school in mails. Without facts, what is stored with the form. */
export function schoolValues(
  form: Pick<Form, 'school' | 'booking_url'> | undefined,
  published: SchoolFacts | undefined,
) {
  const { school = '', booking_url = '' } = form ?? {}
  if (!published) return { school, booking_url }
  const { facts, isSample } = published
  const isAnotherSchool = isSample && school !== '' && school !== facts.name
  return {
    ...(isAnotherSchool ? sampleValues(published) : factValues(published)),
    school: given(facts.name, shippedFacts.name, school),
    booking_url: given(facts.links.booking, shippedFacts.links.booking, booking_url),
  }
}

export type SchoolValues = Readonly<Record<string, string>> & { school: string; booking_url: string }

/** The school's values as they are now. */
export const schoolReader =
  (form: () => Promise<Form | undefined>, facts: () => Promise<SchoolFacts | undefined>) =>
  async (): Promise<SchoolValues> => {
    const [stored, published] = await Promise.all([form(), facts()])
    return schoolValues(stored, published)
  }
