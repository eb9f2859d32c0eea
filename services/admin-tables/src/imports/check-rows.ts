import {
  changeErrors,
  type Descriptor,
  type FieldDescriptor,
  type ImportMapping,
  importedCell,
  payloadForCreate,
  payloadForUpdate,
  plainText,
  storedValue,
  titleOf,
  validateRecord,
} from '@app/table-schema'
import type { WireRecord } from '../models/read-record'
import { cleanRichText } from '../models/rich-text-cleaner'
import type { Row } from './read-rows'

export type RowError = { row: number; column: string | null; message: string }

/** What applying the import does with one row. */
export type RowOutcome =
  | { row: number; action: 'create'; values: Record<string, unknown> }
  | { row: number; action: 'update'; before: WireRecord; values: Record<string, unknown> }
  | { row: number; action: 'unchanged' }
  | { row: number; action: 'error'; errors: RowError[] }

/** Reads what the rows of one chunk refer to, each in one query. */
export type Lookups = {
  /** The records whose `field` has one of these stored values; `id` is a field, too. */
  existing(field: string, values: readonly unknown[]): Promise<WireRecord[]>
  /** The ids of the records of a table that these labels or ids name; several ids where a label is not unique. */
  named(table: string, labels: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>
}

type Column = { at: number; header: string; name: string; field: FieldDescriptor }
type Draft = { row: number; values: Record<string, unknown>; references: PendingReference[]; errors: RowError[] }
type PendingReference = { column: Column; labels: string[] }

export const importChunk = 200

const idField: FieldDescriptor = { type: 'string' }

function columnsOf({ properties }: Descriptor, headers: readonly string[], mapping: ImportMapping): Column[] {
  return headers.flatMap((header, at) => {
    const name = mapping[header]
    const field = name === 'id' ? idField : name ? properties[name] : undefined
    return name && field ? [{ at, header, name, field }] : []
  })
}

const referencedTable = (field: FieldDescriptor) => field.table ?? field.items?.table

function draftOf(columns: readonly Column[], columnCount: number, { row, cells }: Row): Draft {
  const draft: Draft = { row, values: {}, references: [], errors: [] }
  if (cells.length > columnCount)
    draft.errors.push({ row, column: null, message: `has ${cells.length} cells, the first row has ${columnCount}` })
  for (const column of columns) {
    const cell = importedCell(column.field, cells[column.at] ?? '')
    if ('error' in cell) {
      const message = `${titleOf(column.name, column.field)} ${cell.error}`
      draft.errors.push({ row, column: column.header, message })
    } else if ('references' in cell) draft.references.push({ column, labels: cell.references })
    else {
      const isMarkup = column.field.format === 'rich_text' && typeof cell.value === 'string'
      draft.values[column.name] = isMarkup ? cleanRichText(cell.value as string) : cell.value
    }
  }
  return draft
}

/** Puts ids in the place of labels, by one query per referenced table. */
async function resolveReferences(drafts: readonly Draft[], named: Lookups['named']): Promise<void> {
  const labels = new Map<string, Set<string>>()
  for (const { references } of drafts)
    for (const { column, labels: wanted } of references) {
      const table = referencedTable(column.field)!
      labels.set(table, new Set([...(labels.get(table) ?? []), ...wanted]))
    }
  const found = new Map(
    await Promise.all([...labels].map(async ([table, all]) => [table, await named(table, [...all])] as const)),
  )
  for (const draft of drafts)
    for (const { column, labels: wanted } of draft.references) {
      const ids = wanted.map((label) => found.get(referencedTable(column.field)!)?.get(label) ?? [])
      const at = ids.findIndex((one) => one.length !== 1)
      if (at >= 0) {
        const fault = ids[at]!.length === 0 ? 'does not exist' : 'is not unique: give the id'
        draft.errors.push({ row: draft.row, column: column.header, message: `"${wanted[at]}" ${fault}` })
      } else draft.values[column.name] = column.field.items ? ids.flat() : ids[0]![0]
    }
}

const keyOf = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : JSON.stringify(value))

const defaultsOf = ({ properties }: Descriptor) =>
  Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, structuredClone(field.default ?? null)]))

/** Our exports hold rich text as plain text: a cell that says what is stored changes nothing. */
function withoutSameMarkup({ properties }: Descriptor, before: WireRecord, values: Record<string, unknown>) {
  const same = ([name, value]: [string, unknown]) =>
    properties[name]?.format === 'rich_text' &&
    typeof value === 'string' &&
    plainText(value) === plainText(String(before[name] ?? ''))
  return Object.fromEntries(Object.entries(values).filter((entry) => !same(entry)))
}

/**
 * Says for each row what applying it would do. Chunk by chunk, so that any number of rows takes the memory of one chunk
 * and of the values that rows are matched by.
 *
 * @param match the field whose value tells which record a row is; nothing when every row is a new record
 */
export function rowChecker(
  descriptor: Descriptor,
  headers: readonly string[],
  { mapping, match }: { mapping: ImportMapping; match: string | undefined },
  lookups: Lookups,
) {
  const columns = columnsOf(descriptor, headers, mapping)
  const matchField = match === undefined ? undefined : match === 'id' ? idField : descriptor.properties[match]
  const rowByKey = new Map<string, number>()

  const failed = (draft: Draft, column: string | null, message: string): RowOutcome => ({
    row: draft.row,
    action: 'error',
    errors: [...draft.errors, { row: draft.row, column, message }],
  })
  const columnOf = (name: string) => columns.find((column) => column.name === name)?.header ?? null
  const failedFields = (draft: Draft, faults: Readonly<Record<string, string>>): RowOutcome => ({
    row: draft.row,
    action: 'error',
    errors: Object.entries(faults).map(([name, message]) => ({ row: draft.row, column: columnOf(name), message })),
  })

  function outcome(draft: Draft, found: ReadonlyMap<string, readonly WireRecord[]>): RowOutcome {
    if (draft.errors.length > 0) return { row: draft.row, action: 'error', errors: draft.errors }
    const { id: _id, ...values } = draft.values
    const wanted = match === undefined ? undefined : storedValue(matchField!, draft.values[match])
    if (match !== undefined && wanted !== null && wanted !== undefined) {
      const key = keyOf(wanted)
      const earlier = rowByKey.get(key)
      if (earlier !== undefined) return failed(draft, columnOf(match), `is the same record as row ${earlier}`)
      rowByKey.set(key, draft.row)
      const records = found.get(key) ?? []
      if (records.length > 1) return failed(draft, columnOf(match), 'matches several records')
      const [before] = records
      if (before) return update(draft, before, values)
      if (match === 'id') return failed(draft, columnOf('id'), 'No record has this id. Empty the cell to create one.')
    }
    if (descriptor.creatable === false) return failed(draft, null, 'Records in this table are created automatically.')
    const complete = { ...defaultsOf(descriptor), ...values }
    const faults = validateRecord(descriptor, complete)
    if (Object.keys(faults).length > 0) return failedFields(draft, faults)
    return { row: draft.row, action: 'create', values: payloadForCreate(descriptor, complete) }
  }

  function update(draft: Draft, before: WireRecord, given: Record<string, unknown>): RowOutcome {
    const values = withoutSameMarkup(descriptor, before, given)
    const faults = changeErrors(descriptor, before, values)
    if (Object.keys(faults).length > 0) return failedFields(draft, faults)
    const change = payloadForUpdate(descriptor, before, values)
    if (Object.keys(change).length === 0) return { row: draft.row, action: 'unchanged' }
    return { row: draft.row, action: 'update', before, values: change }
  }

  /** The outcomes of up to `importChunk` rows, in their order. */
  return async (rows: readonly Row[]): Promise<RowOutcome[]> => {
    const drafts = rows.map((row) => draftOf(columns, headers.length, row))
    await resolveReferences(drafts, lookups.named)
    const found = new Map<string, WireRecord[]>()
    if (match !== undefined) {
      const values = drafts
        .map(({ values }) => storedValue(matchField!, values[match]))
        .filter((value) => value !== null)
      const records = values.length > 0 ? await lookups.existing(match, values) : []
      for (const record of records) {
        const key = keyOf(storedValue(matchField!, record[match]))
        found.set(key, [...(found.get(key) ?? []), record])
      }
    }
    return drafts.map((draft) => outcome(draft, found))
  }
}
