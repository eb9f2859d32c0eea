import type { TableRecord } from '@app/contracts/tables'
import { type Badge, badgesOf } from '@app/table-schema/badges'
import type { Descriptor } from '@app/table-schema/descriptor'
import { recordLabel, referencedTable } from '@app/table-schema/references'
import { schoolDay } from '@app/table-schema/school-day'

export type Choice = { id: string; label: string; badges?: readonly Badge[] }

/** Labels of referenced records by table and id; an id without one belongs to a deleted record. */
export type Labels = Readonly<Record<string, ReadonlyMap<string, Choice>>>

export const choiceFrom = (schema: Descriptor, record: TableRecord): Choice => ({
  id: record.id,
  label: recordLabel(schema, record),
  badges: badgesOf(schema, record, schoolDay()),
})

/** The ids in a reference field, single or many. */
export const referencedIds = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((id): id is string => typeof id === 'string' && id !== '')

/** The ids that records refer to, by table. */
export function idsByTable(schema: Descriptor, records: readonly TableRecord[]): Map<string, string[]> {
  const found = new Map<string, Set<string>>()
  for (const [name, field] of Object.entries(schema.properties)) {
    const table = referencedTable(field)
    if (table === undefined) continue
    const ids = found.get(table) ?? new Set()
    for (const record of records) for (const id of referencedIds(record[name])) ids.add(id)
    found.set(table, ids)
  }
  return new Map([...found].map(([table, ids]) => [table, [...ids].toSorted()]))
}
