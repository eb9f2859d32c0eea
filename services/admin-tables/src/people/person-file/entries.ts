import type { PersonEntry } from '@app/contracts/person-file'
import { everything } from '@app/record-query'
import {
  columns,
  fullText,
  recordLabel,
  referencedIds,
  referenceFields,
  referenceLabel,
  type TableSchema,
  tabLabel,
  titleOf,
  wordsOf,
} from '@app/table-schema'
import type { Document } from 'mongodb'
import type { ReferenceStore } from '../../records/reference-store'
import { tableRecord } from '../../tables/read-record'

export type Field = PersonEntry['fields'][number]

/** Fields of a document for programs: keys, counters, leases, and those that other sections show. */
const ofPrograms = new Set([
  ...['_id', '_revisions', '_events', 'thread_key', 'dedupe_key', 'idempotency_key', 'request_id', 'form_id'],
  ...['mail_version', 'former', 'released_with', 'incoming', 'newest_in', 'replies', 'team_notes', 'reply_drafts'],
  ...['search_words', 'search_of', 'search_form', 'search_due'],
])

export const iso = (at: unknown): string | null => (at instanceof Date ? at.toISOString() : null)

export const entry = (given: Partial<PersonEntry> & Pick<PersonEntry, 'title'>): PersonEntry => ({
  at: null,
  table: null,
  id: null,
  fields: [],
  files: [],
  ...given,
})

/** The fields that have a text. */
export const fieldsOf = (texts: Readonly<Record<string, unknown>>): Field[] =>
  Object.entries(texts).flatMap(([label, value]) => {
    const text = textOf(value)
    return text === '' ? [] : [{ label, text }]
  })

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'object') return '_bsontype' in value ? String(value) : JSON.stringify(value)
  return String(value)
}

/** One line for each mail that a document has caused. */
const mailLines = (mails: readonly Document[]) =>
  mails
    .map(({ kind, to, state, sent_at }) => `${kind} to ${to}: ${state}${sent_at ? ` ${textOf(sent_at)}` : ''}`)
    .join('\n')

/** A stored record with all of its fields, those that its table shows first. */
export async function recordEntry(
  references: Pick<ReferenceStore, 'of'>,
  schema: TableSchema,
  document: Document,
): Promise<PersonEntry> {
  const record = tableRecord(schema, document)
  const labels = (await references.of(schema, [record], everything)) ?? {}
  const tables = new Map(referenceFields(schema).map(({ name, table }) => [name, table]))
  const shown = columns(schema).flatMap(({ key, title, field }): Field[] => {
    const to = tables.get(key)
    const text = to
      ? referencedIds(record[key])
          .map((id) => referenceLabel(labels, to, id))
          .join(', ')
      : fullText(field, record[key], 'en-US')
    return key === 'id' || text === '' ? [] : [{ label: title, text }]
  })
  const { mails = [], ...others } = Object.fromEntries(
    Object.entries(document).filter(([name]) => !Object.hasOwn(schema.properties, name) && !ofPrograms.has(name)),
  )
  const rest = Object.fromEntries(Object.entries(others).map(([name, value]) => [wordsOf(name), value]))
  return entry({
    title: `${schema.singular ?? tabLabel(schema)}: ${recordLabel(schema, record)}`,
    at: iso(document['created_at']),
    table: schema.name,
    id: record.id,
    fields: [...shown, ...fieldsOf({ ...rest, Emails: mailLines(mails as Document[]) })],
  })
}

/** Texts of staff in an inquiry: replies, notes and drafts. */
export function writtenIn(inquiry: Document): PersonEntry[] {
  const id = String(inquiry['_id'])
  const about = { table: 'contact_submissions', id }
  const lists = [
    ['Reply', inquiry['replies']],
    ['Note of the team', inquiry['team_notes']],
    ['Draft of a reply', inquiry['reply_drafts']],
  ] as const
  return lists.flatMap(([title, list = []]) =>
    (list as Document[]).map(({ at, by, cc, subject, text }) =>
      entry({
        ...about,
        title,
        at: iso(at),
        fields: fieldsOf({ From: by, Cc: Array.isArray(cc) ? cc.join(', ') : cc, Subject: subject, Text: text }),
      }),
    ),
  )
}

/** The name of a field in its table. */
export const fieldTitle = (schema: TableSchema | undefined, name: string) => titleOf(name, schema?.properties[name])
