import type { TableSchema } from '@app/table-schema'
import type { WireRecord } from '../tables/read-record'
import { notesKey, type StoredSchema } from '../tables/stored-schema'
import type { SchemaEditorRouteDeps } from './routes'

const partSize = 4_000

type InMemory = Pick<SchemaEditorRouteDeps, 'schemas' | 'values' | 'onChange'>

/** The schemas and values that the schema editor works on, in memory. */
export function schemasInMemory(tables: TableSchema[], rows: Map<string, WireRecord>) {
  const versions: { name: string; stored: StoredSchema }[] = []
  const stored = new Map<string, StoredSchema>(
    tables.map((table): [string, StoredSchema] => [table.name, { _id: table.name, ...table, updated_at: new Date(0) }]),
  )
  const show = (after: StoredSchema) => {
    const { _id, updated_at, position, created_at, [notesKey]: notes, ...schema } = after
    const at = tables.findIndex(({ name }) => name === _id)
    tables.splice(at < 0 ? tables.length : at, at < 0 ? 0 : 1, ...(notes?.retired_at ? [] : [schema as TableSchema]))
    stored.set(_id, after)
    return after
  }
  const deps: InMemory = {
    schemas: {
      all: async () => [...stored.values()],
      find: async (name) => stored.get(name),
      insert: async (schema, saved_by) =>
        show({ _id: schema.name, ...schema, updated_at: new Date(), [notesKey]: { revision: 1, saved_by } }),
      replace: async (before, schema, notes) => {
        if (stored.get(before._id) !== before) return undefined
        versions.unshift({ name: before._id, stored: before })
        const revision = (before[notesKey]?.revision ?? 0) + 1
        return show({ _id: before._id, ...schema, updated_at: new Date(), [notesKey]: { ...notes, revision } })
      },
      versions: async (name) =>
        versions
          .filter((one) => one.name === name)
          .map(({ stored: { _id, updated_at, [notesKey]: notes, ...schema } }, at) => ({
            id: `${name}:${at}`,
            savedAt: updated_at?.toISOString() ?? null,
            savedBy: notes?.saved_by ?? null,
            schema: { name, ...schema },
          })),
    },
    values: {
      total: async () => rows.size,
      part: async (_, _fields, after, take) => {
        const sorted = [...rows.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1))
        const left = sorted.filter(({ id }) => after === undefined || id > after)
        const isEnough = (record: WireRecord, at: number) => !take(record) || at + 1 === partSize
        const last = left.findIndex(isEnough)
        return last < 0 ? { checked: left.length, next: null } : { checked: last + 1, next: left[last]!.id }
      },
      filled: async (_, field) => [...rows.values()].filter((row) => (row[field] ?? '') !== '').length,
      remove: async (_, field) => {
        for (const [id, { [field]: _gone, ...rest }] of rows) rows.set(id, rest as WireRecord)
      },
      hasRecords: async () => false,
      open: async (name) => name !== 'not_granted',
    },
    onChange: () => {},
  }
  return { ...deps, stored }
}
