import { seconds } from '@app/contracts/durations'
import { contactFormId, heardFromField } from '@app/contracts/forms'
import { inquiryTable } from '@app/contracts/inquiries'
import type { Interest } from '@app/contracts/site'
import { isNotAllowed } from '@app/mongo'
import { choiceOf, type FieldSchema, optionsOf, type TableSchema } from '@app/table-schema'
import type { Collection } from 'mongodb'

type StoredForm = {
  _id: string
  fields?: {
    properties?: { interest?: { enum?: string[]; enumNames?: string[] }; [heardFromField]?: { enum?: string[] } }
  }
  past_interests?: Interest[]
  asked_heard_from?: boolean
}
/**
 * The interests that the contact form offers, and those it offered before. `heardFrom`: the answers to how visitors heard about the school;
 * undefined when they were never asked, and nothing when they are no longer.
 */
export type Interests = { offered: Interest[]; past: Interest[]; heardFrom?: string[] }

/**
 * Reads the interests of the contact form, which admins edit in the settings of inquiries. Nothing before the forms service
 * has stored its form, and where the database user may not read it: descriptions keep the seeded ones.
 */
export const interestReader =
  (collection: () => Collection<StoredForm>) => async (): Promise<Interests | undefined> => {
    const projection = {
      'fields.properties.interest': 1,
      [`fields.properties.${heardFromField}`]: 1,
      past_interests: 1,
      asked_heard_from: 1,
    }
    const form = await collection()
      .findOne({ _id: contactFormId }, { projection, maxTimeMS: seconds(2) })
      .catch((error) => {
        if (isNotAllowed(error)) return null
        throw error
      })
    const offered = optionsOf(form?.fields?.properties?.interest)
    const heardFrom = form?.fields?.properties?.[heardFromField]?.enum ?? []
    return offered.length > 0
      ? { offered, past: form?.past_interests ?? [], ...(form?.asked_heard_from && { heardFrom }) }
      : undefined
  }

const heardFrom = { type: 'string', title: 'Heard about us', readOnly: true } as const

/** Where the interests stand, and the option that is not one of the form. */
const tablesWithInterests: Readonly<Record<string, readonly Interest[]>> = {
  contact_submissions: [],
  reply_templates: [{ value: 'Any', label: 'Any interest' }],
}

/**
 * The description with the interests of the form, and a field for what visitors were asked besides; records keep those that are no
 * longer offered.
 */
export function withInterests(schema: TableSchema, interests: Interests | undefined): TableSchema {
  const { interest } = schema.properties
  const others = Object.hasOwn(tablesWithInterests, schema.name) ? tablesWithInterests[schema.name] : undefined
  if (!interests || !interest?.enum || !others) return schema
  const options = [...interests.offered, ...others, ...interests.past]
  const colors = new Map(interest.enum.map((value, at) => [value, interest.enumColors?.[at]]))
  const field = {
    ...interest,
    ...choiceOf(options),
    ...(interest.enumColors && { enumColors: options.map(({ value }) => colors.get(value) ?? ('gray' as const)) }),
  }
  const isAsked = schema.name === inquiryTable && interests.heardFrom !== undefined
  const properties = Object.entries<FieldSchema>({ ...schema.properties, interest: field }).flatMap(([name, each]) =>
    isAsked && name === 'message'
      ? [[name, each] as const, [heardFromField, heardFrom] as const]
      : [[name, each] as const],
  )
  return { ...schema, properties: Object.fromEntries(properties) }
}
