import { seconds } from '@app/contracts/durations'
import { contactFormId } from '@app/contracts/forms'
import type { SiteInterest } from '@app/contracts/site'
import { isNotAllowed } from '@app/mongo'
import type { Descriptor } from '@app/table-schema'
import type { Collection } from 'mongodb'

type StoredForm = {
  _id: string
  fields?: { properties?: { interest?: { enum?: string[]; enumNames?: string[] } } }
  past_interests?: SiteInterest[]
}
/** What the contact form offers, and what it offered before. */
export type Interests = { offered: SiteInterest[]; past: SiteInterest[] }

/**
 * Reads the interests of the contact form, which admins edit in the settings of inquiries. Nothing before the forms service
 * has stored its form, and where the database does not let this service read it: descriptions have the first ones.
 */
export const interestReader =
  (collection: () => Collection<StoredForm>) => async (): Promise<Interests | undefined> => {
    const projection = { 'fields.properties.interest': 1, past_interests: 1 }
    const form = await collection()
      .findOne({ _id: contactFormId }, { projection, maxTimeMS: seconds(2) })
      .catch((error) => {
        if (isNotAllowed(error)) return null
        throw error
      })
    const { enum: values = [], enumNames = [] } = form?.fields?.properties?.interest ?? {}
    if (!form || values.length === 0) return undefined
    const offered = values.map((value, at) => ({ value, label: enumNames[at] ?? value }))
    return { offered, past: form.past_interests ?? [] }
  }

/** Where the interests stand, and the option that is not one of the form. */
const tablesWithInterests: Readonly<Record<string, readonly SiteInterest[]>> = {
  contact_submissions: [],
  reply_templates: [{ value: 'Any', label: 'Any interest' }],
}

/** The description with the interests of the form; records keep those that are offered no more. */
export function withInterests(descriptor: Descriptor, interests: Interests | undefined): Descriptor {
  const { interest } = descriptor.properties
  const others = Object.hasOwn(tablesWithInterests, descriptor.name) ? tablesWithInterests[descriptor.name] : undefined
  if (!interests || !interest?.enum || !others) return descriptor
  const options = [...interests.offered, ...others, ...interests.past]
  const colors = new Map(interest.enum.map((value, at) => [value, interest.enumColors?.[at]]))
  const field = {
    ...interest,
    enum: options.map(({ value }) => value),
    enumNames: options.map(({ label }) => label),
    ...(interest.enumColors && { enumColors: options.map(({ value }) => colors.get(value) ?? ('gray' as const)) }),
  }
  return { ...descriptor, properties: { ...descriptor.properties, interest: field } }
}
