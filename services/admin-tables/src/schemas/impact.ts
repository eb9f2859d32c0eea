import { isDeepStrictEqual } from 'node:util'
import type { SchemaImpact } from '@app/contracts/schema-editor'
import { schoolDay } from '@app/school-time/school-day'
import {
  fieldError,
  isRequired,
  isSystemField,
  kindOf,
  recordLabel,
  type TableSchema,
  titleField,
} from '@app/table-schema'
import type { WireRecord } from '../tables/read-record'
import type { StoredValues } from '../tables/stored-values'

/** Titles and descriptions do not affect values. */
const rulesOf = (schema: TableSchema, name: string) => {
  const {
    title: _t,
    description: _d,
    enumNames: _n,
    enumColors: _c,
    enumCapacities: _p,
    default: _v,
    ...rules
  } = schema.properties[name]!
  return { ...rules, isRequired: isRequired(schema, name) }
}

/** The fields whose values are judged otherwise by `after` than by `before`: new ones, too, since old values may be there. */
export const changedFields = (before: TableSchema | undefined, after: TableSchema): string[] =>
  Object.keys(after.properties).filter((name) => {
    const field = after.properties[name]!
    if (isSystemField(name) || field.readOnly || kindOf(field) === 'unknown') return false
    if (!before || !Object.hasOwn(before.properties, name)) return true
    return !isDeepStrictEqual(rulesOf(before, name), rulesOf(after, name))
  })

/** The fields that `after` leaves out. */
export const droppedFields = (before: TableSchema, after: TableSchema): string[] =>
  Object.keys(before.properties).filter((name) => !Object.hasOwn(after.properties, name))

const maxShown = 20

/** The fields that the rules of some fields look at. */
const neighbors = (schema: TableSchema, fields: readonly string[]): string[] =>
  fields.flatMap((name) => {
    const {
      required_if: conditions = [],
      minimum_date: low,
      maximum_date: high,
      maxItemsField,
    } = schema.properties[name]!
    const bounds = [low, high].flatMap((bound) => (typeof bound === 'object' ? [bound.field] : []))
    return [...conditions.map(({ field }) => field), ...bounds, ...(maxItemsField === undefined ? [] : [maxItemsField])]
  })

/** The fields of a record that must be read to judge these and to name it. */
export function fieldsToRead(schema: TableSchema, judged: readonly string[]): string[] {
  const title = titleField(schema)
  return [...new Set([...judged, ...neighbors(schema, judged), ...(title === undefined ? [] : [title])])]
}

/** The faults of one record in these fields. */
export function faultsIn(schema: TableSchema, record: WireRecord, fields: readonly string[], today: string) {
  const faults: Record<string, string> = {}
  for (const name of fields) {
    const message = fieldError(schema, name, record, today)
    if (message) faults[name] = message
  }
  return faults
}

/** The effects of a change of a schema on a part of the stored records. */
export async function impactOf(
  values: Pick<StoredValues, 'total' | 'part' | 'filled'>,
  before: TableSchema | undefined,
  after: TableSchema,
  from: string | undefined,
): Promise<SchemaImpact> {
  const fields = changedFields(before, after)
  const dropped = before && from === undefined ? droppedFields(before, after) : []
  const retired = await Promise.all(
    dropped.map(async (field) => ({ field, filled: await values.filled(after.name, field) })),
  )
  const total = await values.total(after.name)
  if (fields.length === 0) return { checked: total, total, next: null, faults: [], records: [], retired }
  const counts = new Map<string, { field: string; message: string; count: number }>()
  const records: SchemaImpact['records'] = []
  const today = schoolDay()
  const part = await values.part(after.name, fieldsToRead(after, fields), from, (record) => {
    const faults = faultsIn(after, record, fields, today)
    const found = Object.entries(faults)
    for (const [field, message] of found) {
      const key = JSON.stringify([field, message])
      const counted = counts.get(key) ?? { field, message, count: 0 }
      counts.set(key, { ...counted, count: counted.count + 1 })
    }
    if (found.length > 0 && records.length < maxShown)
      records.push({ id: record.id, label: recordLabel(after, record), fields: faults })
    return true
  })
  return { ...part, total, faults: [...counts.values()], records, retired }
}
