import { mapInChunks, type Pause } from '@app/concurrency/pacer'
import { comparable } from '@app/contracts/comparable'
import {
  changeErrors,
  fileFields,
  type ImportMapping,
  isAboutPeople,
  isPhoneField,
  matchFields,
  payloadForCreate,
  payloadForUpdate,
  plainText,
  referencedTable,
  storedValue,
  type TableSchema,
  titleField,
  validateRecord,
} from '@app/table-schema'
import { missingFile } from '../records/update-record'
import type { WireRecord } from '../tables/read-record'
import type { Families } from './families'
import { type FileLookups, keyOf, type Lookups } from './import-lookups'
import type { Orders } from './import-notes'
import type { Row } from './read-rows'
import {
  addLabels,
  columnsOf,
  type Draft,
  defaultsOf,
  draftOf,
  idField,
  type Relative,
  type RowError,
  type RowOutcome,
  resolveReferences,
  rowError,
} from './row-drafts'

const nameKey = (value: unknown) => comparable(String(value))

/** The field by which new records may be those that are there; a name that rows are matched by identifies its record. */
function duplicateField(schema: TableSchema, keys: readonly string[]): string | undefined {
  const title = titleField(schema)
  return isAboutPeople(schema) && !(keys.length === 1 && keys[0] === title) ? title : undefined
}

/** Marks new records whose name another record or an earlier row has. `found`: the records of all names, if they are read already. */
function duplicateFinder(
  title: string | undefined,
  { existing }: Pick<Lookups, 'existing'>,
): (outcomes: readonly RowOutcome[], found?: readonly WireRecord[]) => Promise<RowOutcome[]> {
  if (!title) return async (all) => [...all]
  const rows = new Map<string, number>()
  return async (outcomes, found) => {
    const names = outcomes.flatMap((each) => (each.action === 'create' ? (each.values[title] ?? []) : []))
    const records = found ?? (names.length > 0 ? await existing(title, names) : [])
    const ids = new Map(records.map((record) => [nameKey(record[title]), record.id]))
    return outcomes.map((each) => {
      if (each.action !== 'create' || !each.values[title]) return each
      const key = nameKey(each.values[title])
      const id = ids.get(key)
      const sameAsRow = rows.get(key)
      if (sameAsRow === undefined) rows.set(key, each.row)
      if (id === undefined && sameAsRow === undefined) return each
      const name = String(each.values[title])
      return { ...each, duplicate: { name, ...(id === undefined ? { sameAsRow: sameAsRow! } : { id }) } }
    })
  }
}

/** The rows that are checked together: what has changed in the table is read before each group. */
export const importChunk = 200

/**
 * Exports hold rich text as plain text: a cell that equals the stored text changes nothing. Nor does a phone number that is punctuated
 * otherwise.
 */
function withoutSame({ properties }: TableSchema, before: WireRecord, values: Record<string, unknown>) {
  const same = ([name, value]: [string, unknown]) => {
    const field = properties[name]
    const stored = before[name]
    if (!field || typeof value !== 'string') return false
    if (field.format === 'rich_text') return plainText(value) === plainText(String(stored ?? ''))
    return isPhoneField(field) && typeof stored === 'string' && keyOf(field, value) === keyOf(field, stored)
  }
  return Object.fromEntries(Object.entries(values).filter((entry) => !same(entry)))
}

/** Looks for the records that rows name before the rows are checked in chunks: each chunk would read whole tables. */
export async function lookAhead(
  schema: TableSchema,
  headers: readonly string[],
  { mapping, match }: { mapping: ImportMapping; match: string | null },
  rows: AsyncIterable<Row>,
  lookups: FileLookups,
  pause: Pause,
): Promise<void> {
  const keys = match === null || match === 'id' ? [] : matchFields(match)
  const names = [keys[0], duplicateField(schema, keys)].filter((name) => name !== undefined)
  const texts = new Map(names.map((name) => [name, new Set<unknown>()]))
  const labels = new Map<string, Set<string>>()
  const columns = columnsOf(schema, headers, mapping).filter(
    ({ name, field }) => texts.has(name) || referencedTable(field) !== undefined,
  )
  if (columns.length === 0) return
  let read = 0
  for await (const row of rows) {
    const { values, references } = draftOf(columns, headers.length, row)
    for (const [name, all] of texts) if (values[name]) all.add(values[name])
    addLabels(labels, references)
    if (++read % importChunk === 0) await pause()
  }
  for (const [name, all] of texts) await lookups.lookAhead(name, [...all], pause)
  for (const [table, all] of labels) await lookups.lookAheadFor(table, [...all], pause)
}

/**
 * Says for each row what applying it would do. Chunk by chunk, so that any number of rows takes the memory of one chunk
 * and of the values that rows are matched by.
 *
 * @param match the field whose value identifies the record of a row; null when every row is a new record
 */
export function rowChecker(
  schema: TableSchema,
  headers: readonly string[],
  {
    mapping,
    match,
    orders,
    families,
  }: {
    mapping: ImportMapping
    match: string | undefined
    orders?: Orders | undefined
    families?: Families | undefined
  },
  lookups: Lookups,
  pause: Pause,
) {
  const columns = columnsOf(schema, headers, mapping)
  const keys = match === undefined ? [] : matchFields(match)
  const keyField = (name: string) => (name === 'id' ? idField : schema.properties[name]!)
  const title = duplicateField(schema, keys)
  const duplicates = duplicateFinder(title, lookups)
  const files = fileFields(schema)
  const defaults = defaultsOf(schema)
  const rowByKey = new Map<string, number>()
  let refusedFiles: ReadonlySet<string> = new Set()
  const related = new Map<number, Relative[]>()

  const columnOf = (name: string) => columns.find((column) => column.name === name) ?? families?.columnOf(name)
  const errorsIn = (draft: Draft, faults: Readonly<Record<string, string>>): RowError[] =>
    Object.entries(faults)
      // The cell itself has an error already.
      .filter(([name]) => !draft.unread.has(name))
      .map(([name, message]) => rowError(draft, columnOf(name), message))

  /** The files among the values that cannot be there, except those that are there already. */
  const fileErrors = (values: Record<string, unknown>, before: Partial<WireRecord> = {}): Record<string, string> =>
    Object.fromEntries(
      files
        .filter((name) => values[name] !== before[name] && refusedFiles.has(String(values[name])))
        .map((name) => [name, missingFile(schema, name)]),
    )

  /** The key of a record; `undefined` when a part of it is empty. */
  function keyIn(values: Readonly<Record<string, unknown>>): string | undefined {
    const parts = keys.map((name) => ({ field: keyField(name), value: storedValue(keyField(name), values[name]) }))
    if (parts.some(({ value }) => value === null || value === undefined)) return undefined
    return parts.map(({ field, value }) => keyOf(field, value)).join('\n')
  }

  /** The record that a row changes, `undefined` when it is a new one; or why neither is certain. */
  function recordFor(
    draft: Draft,
    found: ReadonlyMap<string | undefined, readonly WireRecord[]>,
  ): { before: WireRecord | undefined } | { error: RowError | undefined } {
    if (match === undefined) return { before: undefined }
    // Its error is listed already.
    if (keys.some((name) => draft.unread.has(name))) return { error: undefined }
    const failed = (message: string) => ({ error: rowError(draft, columnOf(keys[0]!), message) })
    const key = keyIn(draft.values)
    if (key === undefined) return { before: undefined }
    const earlier = rowByKey.get(key)
    if (earlier !== undefined) return failed(`is the same record as row ${earlier}`)
    rowByKey.set(key, draft.row)
    const [before, ...others] = found.get(key) ?? []
    if (others.length > 0) return failed('matches several records')
    if (!before && match === 'id') return failed('No record has this id. Empty the cell to create one.')
    return { before }
  }

  /** Errors in the values of a row whose record is not certain. */
  function valueErrors(draft: Draft, values: Record<string, unknown>): RowError[] {
    const given = Object.entries(validateRecord(schema, values)).filter(([name]) => (values[name] ?? null) !== null)
    return errorsIn(draft, Object.fromEntries(given))
  }

  function outcome(draft: Draft, found: ReadonlyMap<string | undefined, readonly WireRecord[]>): RowOutcome {
    const { row } = draft
    const { id: _id, ...values } = draft.values
    const target = recordFor(draft, found)
    const refused = (more: readonly (RowError | undefined)[]): RowOutcome => ({
      row,
      action: 'error',
      errors: [...draft.errors, ...more.filter((error) => error !== undefined)],
    })
    if ('error' in target) return refused([target.error, ...valueErrors(draft, values)])
    const { before } = target
    if (before) return update(draft, before, values, refused)
    if (schema.creatable === false)
      return refused([rowError(draft, undefined, 'Records in this table are created automatically.')])
    const complete = { ...defaults, ...values }
    const errors = errorsIn(draft, { ...fileErrors(complete), ...validateRecord(schema, complete) })
    if (draft.errors.length + errors.length > 0) return refused(errors)
    return { row, action: 'create', values: payloadForCreate(schema, complete), ...familyOf(draft) }
  }

  const familyOf = ({ row }: Draft) => {
    const family = related.get(row)
    return family && { family }
  }

  /** Relatives are added to those that the record refers to already. */
  function withRelated(before: WireRecord, given: Record<string, unknown>): Record<string, unknown> {
    const ids = families && given[families.field]
    if (!families || !Array.isArray(ids)) return given
    const known = before[families.field]
    return { ...given, [families.field]: [...new Set([...(Array.isArray(known) ? known : []), ...ids])] }
  }

  function update(
    draft: Draft,
    before: WireRecord,
    given: Record<string, unknown>,
    refused: (errors: readonly RowError[]) => RowOutcome,
  ): RowOutcome {
    const values = withoutSame(schema, before, withRelated(before, given))
    // A cell that means no value is no value that a rule of another field could depend on.
    const unread = Object.fromEntries([...draft.unread].map((name) => [name, null]))
    const faults = { ...fileErrors(values, before), ...changeErrors(schema, { ...before, ...unread }, values) }
    const errors = errorsIn(draft, faults)
    if (draft.errors.length + errors.length > 0) return refused(errors)
    const change = payloadForUpdate(schema, before, values)
    if (Object.keys(change).length === 0)
      return { row: draft.row, action: 'unchanged', id: before.id, ...familyOf(draft) }
    return { row: draft.row, action: 'update', before, values: change, ...familyOf(draft) }
  }

  /** The outcomes of up to `importChunk` rows, in their order. */
  return async (rows: readonly Row[]): Promise<RowOutcome[]> => {
    const drafts = await mapInChunks(rows, pause, (chunk) =>
      chunk.map((row) => draftOf(columns, headers.length, row, orders)),
    )
    await resolveReferences(drafts, lookups.named)
    related.clear()
    if (families)
      for (const [at, draft] of drafts.entries()) {
        const family = families.relate(rows[at]!, draft)
        if (family.length > 0) related.set(draft.row, family)
      }
    const [first] = keys
    const values = drafts.flatMap(({ values }) => (first && (values[first] ?? '') !== '' ? [values[first]] : []))
    const records = first && values.length > 0 ? await lookups.existing(first, values) : []
    const found = Map.groupBy(records, keyIn)
    const urls = drafts.flatMap(({ values }) =>
      files.map((name) => values[name]).filter((url) => typeof url === 'string'),
    )
    refusedFiles = urls.length > 0 ? await lookups.refusedFiles([...new Set(urls)]) : new Set()
    const outcomes = await mapInChunks(drafts, pause, (chunk) => chunk.map((draft) => outcome(draft, found)))
    return duplicates(outcomes, first === title ? records : undefined)
  }
}
