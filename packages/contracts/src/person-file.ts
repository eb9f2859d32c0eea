import * as v from 'valibot'
import { doc, get, tagged } from './call'
import { exampleId } from './doc-parts'
import { emailText } from './email-text'

/**
 * Every place that holds what belongs to a person. An erasure empties each of them and the person file shows each of them, so
 * nothing is erased that could not be seen before, or the reverse. `records` with `trash`, `history`, `copies` and `waivers` come first:
 * they say which records the others are about.
 */
export const personPlaces = [
  'records',
  'trash',
  'history',
  'copies',
  'waivers',
  'mailings',
  'incoming',
  'suppression',
  'replyFiles',
  'received',
  'bookings',
  'imports',
  'files',
  'website',
] as const
export type PersonPlace = (typeof personPlaces)[number]

/** Places that admin-tables erases in several passes, because records may be written at the same moment. */
type RecordPlace = Extract<PersonPlace, 'records' | 'trash' | 'history' | 'copies' | 'waivers'>
/** Places that forms erases. */
export type MailPlace = Extract<PersonPlace, 'mailings' | 'incoming' | 'suppression' | 'replyFiles'>
/** Places that admin-tables erases once the records are gone. */
export type LaterPlace = Exclude<PersonPlace, RecordPlace | MailPlace>

/** Filters on the collections of forms, for those who erase and those who show. */
export const aboutPerson = {
  mailings: (email: string) => ({ $or: [{ 'mails.to': email }, { 'held.to': email }] }),
  /** @param inquiries of the address: every mail in their conversations counts, from anyone */
  incoming: <Id>(email: string, inquiries: readonly Id[]) => ({
    $or: [
      { sender: email },
      { inquiry_email: email },
      { 'from.address': email },
      { 'to.address': email },
      { 'envelope.from': email },
      { inquiry: { $in: [...inquiries] } },
    ],
  }),
  suppression: (email: string) => ({ _id: email }),
  /** @param inquiries of the address */
  replyFiles: <Id>(email: string, inquiries: readonly Id[]) => ({
    $or: [{ 'metadata.email': email }, { 'metadata.inquiry': { $in: [...inquiries] } }],
  }),
} satisfies Record<MailPlace, unknown>

/** The places, and what is read from them again for people: consents, and the records that name those of the person. */
export const personSections = [...personPlaces, 'consents', 'lessons'] as const
export type PersonSection = (typeof personSections)[number]

const personEntry = v.object({
  title: v.string(),
  /** When it was written, sent or is to happen. */
  at: v.nullable(v.string()),
  /** The record it is, or is about. */
  table: v.nullable(v.string()),
  id: v.nullable(v.string()),
  fields: v.array(v.object({ label: v.string(), text: v.string() })),
  /** Its files, by their paths in the archive. */
  files: v.array(v.string()),
})
export type PersonEntry = v.InferOutput<typeof personEntry>

const attachment = v.object({ path: v.string(), name: v.string(), type: v.string(), size: v.number() })
export type PersonAttachment = v.InferOutput<typeof attachment>

/** `GET /api/person-file`: everything that an erasure of the address would remove, and what it says about the person. */
export const personFile = v.object({
  email: emailText,
  createdAt: v.string(),
  sections: v.record(v.picklist(personSections), v.array(personEntry)),
  attachments: v.array(attachment),
})
export type PersonFile = v.InferOutput<typeof personFile>

export const readPersonFile = get('readPersonFile', '/api/person-file', {
  access: 'admin',
  limit: 'export',
  heavy: true,
  audit: { action: 'export', by: 'action' },
  query: v.object({
    email: v.pipe(v.string(), v.maxLength(320)),
    format: v.optional(v.picklist(['json', 'zip']), 'json'),
  }),
  response: { 200: personFile },
  errors: ['invalid_request'],
})

export const docs = () => {
  const entry = {
    title: 'Ada Brook',
    at: '2026-05-01T10:00:00.000Z',
    table: 'students',
    id: exampleId,
    fields: [{ label: 'Level', text: 'Beginner' }],
    files: [],
  }
  return tagged('Inquiries', [
    doc(readPersonFile, {
      summary: 'Everything about one address',
      description:
        'Reads every place that an erasure of the address empties: records, trash, history, conversations, mailings, files, imports and bookings; then consents with their dates, and the records that name the person. `format=zip` is an archive with the same as `person-file.json` and the files. The audit says that it was read, without the address.',
      parameters: {
        email: { description: 'The address, in any case.', example: 'zoe@example.com' },
        format: { description: '`zip` for an archive with the files.', example: 'json' },
      },
      responses: {
        200: {
          description: 'What is stored. All sections are empty for an unknown address.',
          example: {
            email: 'zoe@example.com',
            createdAt: '2026-11-28T10:00:00.000Z',
            sections: Object.fromEntries(personSections.map((id) => [id, id === 'records' ? [entry] : []])),
            attachments: [],
          },
        },
      },
      errors: { invalid_request: 'The address is no email address.' },
    }),
  ])
}
