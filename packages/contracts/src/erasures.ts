import * as v from 'valibot'
import { doc, get, post, tagged } from './call'
import { exampleId } from './doc-parts'
import { emailText } from './email-text'
import { objectIdSource } from './object-id'
import { adminChange, adminRead, personTables } from './policy'

export const erasureCollection = 'erasures'

/**
 * An admin's request to erase an address, or records of a person who has none. forms adds it, admin-tables carries it out. Once it is
 * done it has no address any more, and stays for a day so that writes which overlap with it are recognized.
 */
export type Erasure = {
  /** While it is not done. */
  address?: string
  /** The admin who requested it, for the audit; only until it is done. */
  actor?: { id: string; email: string; requestId: string }
  asked_at: Date
  /** `table/id` of every record that is erased. */
  records: string[]
  /** The files that they name, until it is done. */
  files?: string[]
  /** The person's names, until it is done. */
  names?: string[]
  done_at?: Date
  /** SHA-256 of the address, if there was one, once it is done. */
  digest?: string
}

/** A record of a person, as `table/id`. */
export const personRecord = new RegExp(`^(${personTables.join('|')})/${objectIdSource}$`)

/** The ids in such names of records: of one table, or of all. */
export const idsIn = (records: readonly string[], table?: string) =>
  records
    .map((record) => record.split('/'))
    .flatMap(([of, id = '']) => (table === undefined || of === table ? [id] : []))

/** The number of erased records of a table. */
export const countIn = ({ records }: Pick<Erasure, 'records'>, table: string) => idsIn(records, table).length
/** A person's own records at most; nobody has as many. */
const maxRecords = 20

/** `POST /api/forms/erasures`: deletes everything of this address and these records, and returns the numbers of inquiries and students. */
export const erasure = v.pipe(
  v.strictObject({
    email: v.optional(emailText),
    /** `table/id`, for a person who has no address. */
    records: v.optional(
      v.pipe(v.array(v.pipe(v.string(), v.regex(personRecord, 'No such record'))), v.maxLength(maxRecords)),
      [],
    ),
  }),
  v.check(({ email, records }) => email !== undefined || records.length > 0, 'Name an email address or a record'),
)
export const erased = v.object({ success: v.literal(true), deleted: v.number(), students: v.number() })

export const eraseAddress = post('eraseAddress', '/api/forms/erasures', {
  ...adminChange,
  audit: { action: 'erase', by: 'action' },
  body: { schema: erasure },
  response: { 200: erased },
  errors: ['invalid_input', 'unavailable'],
})

/** The records and mails that one erasure would delete. */
const erasurePreview = v.object({
  records: v.array(v.object({ record: v.string(), label: v.string() })),
  /** Lessons with a place that becomes free. */
  lessons: v.number(),
  mails: v.number(),
  /** Children of the guardians among the records, and guardians who would have no child left. */
  family: v.array(v.object({ record: v.string(), label: v.string(), email: v.nullable(emailText) })),
})
export type ErasurePreview = v.InferOutput<typeof erasurePreview>

export const previewErasure = get('previewErasure', '/api/person-file/erasure', {
  ...adminRead,
  query: v.object({
    emails: v.optional(v.pipe(v.string(), v.maxLength(2_000)), ''),
    records: v.optional(v.pipe(v.string(), v.maxLength(2_000)), ''),
  }),
  response: { 200: erasurePreview },
})

export const docs = () =>
  tagged('Inquiries', [
    doc(eraseAddress, {
      summary: "Erase a person's data",
      description:
        'Permanently deletes every inquiry, student and guardian with an address, and the records that are named, including those in the trash, the emails queued for it, the values in their history, and their places in lessons. Their full name, testimonials and photos leave the website, its draft and all of its versions. A person without an address is erased by the record.',
      body: { example: { email: 'zoe@example.com' } },
      responses: {
        200: {
          description: 'Erased, with the number of inquiries and student records.',
          example: { success: true, deleted: 2, students: 0 },
        },
      },
      errors: {
        invalid_input: 'The email address is not valid, or nothing is named.',
        unavailable: 'It is not complete yet. It continues automatically; repeat the call to be sure.',
      },
    }),
    doc(previewErasure, {
      summary: 'What an erasure would delete',
      description:
        'Counts what belongs to these addresses and records, and names the rest of the family. Deletes nothing.',
      parameters: {
        emails: { description: 'Addresses, separated by commas.', example: 'zoe@example.com' },
        records: { description: 'Records as `table/id`, separated by commas.', example: `students/${exampleId}` },
      },
      responses: {
        200: {
          description:
            'The records with their names, how many lessons they have a place in, and how many mails there are.',
          example: {
            records: [{ record: `students/${exampleId}`, label: 'Grace Owens' }],
            lessons: 3,
            mails: 2,
            family: [],
          },
        },
      },
    }),
  ])
