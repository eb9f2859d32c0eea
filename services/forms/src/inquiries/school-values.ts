import { priceText } from '@app/contracts/card-title'
import { minutes, seconds } from '@app/contracts/durations'
import { contactFormId } from '@app/contracts/forms'
import { interestTopics } from '@app/contracts/interest-topic'
import { isWordmark, type WebsiteLogo } from '@app/contracts/website/logo'
import { factValues, type SchoolFacts, shippedFacts } from '@app/contracts/website/school-facts'
import { fileBytes } from '@app/files/file-bytes'
import type { ObjectStorage } from '@app/files/object-storage'
import type { Look, MailLogo } from '@app/mail'
import { maxLogoBytes } from '@app/mail/templates/markup'
import type { Collection, Db, Document, ObjectId } from 'mongodb'
import type { Form, FormStore } from './form'

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

/** Facts about the school's services as text, by placeholder. A fact that is not on the card is left out. */
export function serviceFacts(collection: () => Collection) {
  return {
    async forInterest(interest: string): Promise<Record<string, string>> {
      const icon = interestTopics[interest]
      if (!icon) return {}
      const card: Document | null = await collection().findOne(
        { icon: { $eq: icon }, published: { $eq: true } },
        { sort: { position: 1, _id: 1 }, maxTimeMS: 2_000 },
      )
      const { price, minutes, min_age, cta_type, cta_value } = card ?? {}
      return {
        ...(isNumber(price) && { price: priceText(price) }),
        ...(isNumber(minutes) && { minutes: String(minutes) }),
        ...(isNumber(min_age) && { min_age: String(min_age) }),
        ...(cta_type === 'link' && typeof cta_value === 'string' && cta_value && { link: cta_value }),
      }
    },
  }
}

export type ServiceFacts = ReturnType<typeof serviceFacts>

const bucketName = 'site_pictures'
const maxTimeMS = seconds(2)
const maxWidth = 240
const wideHeight = 48
const iconSide = 56
/** A picture that could not be read may be there soon, such as after a restore. */
const retryMs = minutes(1)

/** admin-tables stores them: a picture with all its sizes in one file. */
type Stored = {
  _id: ObjectId
  length: number
  chunkSize: number
  metadata: { parts: { name: string; at: number; length: number }[] }
}

/**
 * Reads the published logo as mails carry it: a wide one whole, any other one as an icon. It is kept until another one is published. One
 * that cannot be read is left out of mails, since a mail without it is better than none: `onMissing` is told once of each.
 */
export function logoReader(
  db: () => Db,
  objects?: ObjectStorage,
  onMissing: (id: string, error?: unknown) => void = () => {},
) {
  const files = () => db().collection<Stored>(`${bucketName}.files`)
  const bytes = fileBytes(bucketName, db, objects)

  async function read({ id, width, height, tone }: WebsiteLogo): Promise<MailLogo | undefined> {
    const file = await files().findOne({ 'metadata.picture': { $eq: id }, 'metadata.source': null }, { maxTimeMS })
    const part = (name: string) => file?.metadata.parts.find((one) => one.name === name && one.length <= maxLogoBytes)
    const whole = isWordmark({ width, height }) ? part('stored') : undefined
    // The smallest icon has a white ground, so that it can be read at night, too.
    const found = whole ?? part(tone === 'dark' ? '180.png' : '192.png')
    if (!file || !found) return undefined
    const png = await bytes.read(file, found.at, found.at + found.length)
    const ground = tone === 'light' ? '#12292b' : tone === 'dark' ? '#ffffff' : undefined
    if (!whole) return { png, width: iconSide, height: iconSide, ground }
    const shown = Math.min(maxWidth, Math.round((wideHeight * width) / height))
    return { png, width: shown, height: Math.round((shown * height) / width), ground }
  }

  let known: { id: string; logo: MailLogo | undefined; until: number } | undefined
  let missing: string | undefined
  return async (logo: WebsiteLogo | undefined): Promise<MailLogo | undefined> => {
    if (!logo) return undefined
    const { id } = logo
    if (known?.id === id && performance.now() < known.until) return known.logo
    let error: unknown
    const found = await read(logo).catch((reason) => {
      error = reason
      return undefined
    })
    known = { id, logo: found, until: found ? Number.POSITIVE_INFINITY : performance.now() + retryMs }
    if (!found && missing !== id) {
      missing = id
      onMissing(id, error)
    }
    return found
  }
}

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
  (forms: Pick<FormStore, 'find'>, facts: () => Promise<SchoolFacts | undefined>) =>
  async (): Promise<SchoolValues> => {
    const [stored, published] = await Promise.all([forms.find(contactFormId), facts()])
    return schoolValues(stored, published)
  }

/** The look of the school's mails as it is now. */
export const lookReader =
  (
    school: () => Promise<SchoolValues>,
    facts: () => Promise<SchoolFacts | undefined>,
    readLogo: ReturnType<typeof logoReader>,
  ) =>
  async (): Promise<Look> => {
    const { colors, logo } = (await facts()) ?? {}
    return { school: (await school()).school, colors, logo: await readLogo(logo) }
  }
