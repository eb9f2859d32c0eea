import { isDeepStrictEqual } from 'node:util'
import type { Audit } from '@app/audit'
import { conflict } from '@app/contracts/errors'
import type { EditableSchema, SchemaImpact } from '@app/contracts/schema-editor'
import { tableSchema } from '@app/contracts/table-schema'
import type { Actor } from '@app/jobs'
import { referenceFields, type TableSchema, titleOf } from '@app/table-schema'
import { isRetired, notesKey, type SchemaNotes, type StoredSchema, schemaIn } from '../tables/stored-schema'
import type { StoredValues } from '../tables/stored-values'
import type { TableSchemaStore } from '../tables/table-schema-store'
import { checkedSchema, isNeededTable } from './check-schema'
import { droppedFields, impactOf } from './impact'
import type { SchemaEditorStore } from './schema-editor-store'
import { retiredFor, staleError, storedAt, storedSchema, toEditable, usable } from './show-schema'

export type SchemaEditorDeps = {
  schemas: Pick<SchemaEditorStore, 'all' | 'find' | 'insert' | 'replace'>
  values: StoredValues
  tables: Pick<TableSchemaStore, 'refresh'>
  audit: Pick<Audit, 'during'>
  /** Updates the indexes to the schemas at once. */
  onChange: () => void
}

/** Fields that leave the schema are kept as retired; those that are named again are back. */
function retiredAfter(stored: StoredSchema, after: TableSchema, at: Date): NonNullable<SchemaNotes['retired_fields']> {
  const before = usable(stored)
  const kept = Object.entries(stored[notesKey]?.retired_fields ?? {})
  const dropped = before ? droppedFields(before, after) : []
  const added = dropped.map((name) => [name, { field: before!.properties[name]!, at }] as const)
  return Object.fromEntries([...kept, ...added].filter(([name]) => !Object.hasOwn(after.properties, name)))
}

/** Parts of a stored schema that a later release has described. */
const laterParts = (stored: StoredSchema) =>
  Object.entries(schemaIn(stored)).filter(([part]) => !Object.hasOwn(tableSchema.entries, part))

/** Changes the schemas of tables. No schema is written that could not be read. */
export function manageSchemas(deps: SchemaEditorDeps, now = () => new Date()) {
  const { schemas, values, tables, audit, onChange } = deps

  const live = async () => (await schemas.all()).filter((one) => !isRetired(one))
  const liveNames = async () => (await live()).map(({ _id, name }) => String(name ?? _id))

  async function propose(before: StoredSchema, proposed: unknown): Promise<TableSchema> {
    const named: Record<string, unknown> = { ...(proposed as object), name: String(before['name'] ?? before._id) }
    // They stay as they are: whoever saves here has not changed what this release does not know.
    const later = laterParts(before).filter(([part, value]) => isDeepStrictEqual(named[part], value))
    for (const [part] of later) delete named[part]
    return { ...checkedSchema(named, await liveNames(), usable(before)), ...Object.fromEntries(later) }
  }

  async function replace(before: StoredSchema, schema: object, notes: Omit<SchemaNotes, 'revision'>) {
    const after = await schemas.replace(before, schema, notes)
    if (!after) throw staleError((await schemas.find(String(before['name']))) ?? before)
    await tables.refresh()
    onChange()
    return toEditable(after)
  }

  return {
    read: async (name: string): Promise<EditableSchema> => toEditable(await storedSchema(schemas, name)),

    async create(actor: Actor, proposed: unknown): Promise<EditableSchema> {
      const schema = checkedSchema(proposed, await liveNames())
      if (await schemas.find(schema.name)) throw conflict(`There is a table named ${schema.name}. It may be retired.`)
      if (!(await values.open(schema.name)))
        throw conflict(
          `The database does not allow the table ${schema.name} yet. On the server, an operator allows it with: docker compose exec -e HOME=/tmp -e NEW_TABLES=${schema.name} mongo mongosh --quiet /etc/mongo/users.js (deploy/README.md, Database rights). Then save again.`,
        )
      if (await values.hasRecords(schema.name))
        throw conflict(`The database has other data named ${schema.name}. Choose another name.`)
      const entry = { actor, action: 'schema', table: schema.name, about: { change: 'create' } } as const
      const added = await audit.during(entry, () => schemas.insert(schema, actor.email))
      await tables.refresh()
      onChange()
      return toEditable(added)
    },

    async impact(name: string, proposed: unknown, after: string | undefined): Promise<SchemaImpact> {
      const before = await storedSchema(schemas, name)
      return impactOf(values, usable(before), await propose(before, proposed), after)
    },

    /** @throws AppError `invalid_input` for a schema that cannot be saved */
    check: async (name: string, version: string, proposed: unknown): Promise<TableSchema> =>
      propose(await storedAt(schemas, name, version), proposed),

    /** @param job which saves it */
    async save(actor: Actor, name: string, version: string, proposed: unknown, job?: string): Promise<EditableSchema> {
      const before = await storedAt(schemas, name, version)
      const schema = await propose(before, proposed)
      const retired_fields = retiredAfter(before, schema, now())
      const { saved_in: _former, ...kept } = before[notesKey] ?? {}
      const notes = { ...kept, saved_by: actor.email, retired_fields, ...(job !== undefined && { saved_in: job }) }
      return audit.during({ actor, action: 'schema', table: name, about: { change: 'update' } }, () =>
        replace(before, schema, notes),
      )
    },

    async setRetired(actor: Actor, name: string, version: string, retired: boolean): Promise<EditableSchema> {
      const before = await storedAt(schemas, name, version)
      if (retired && isNeededTable(name))
        throw conflict('Other parts of the product need this table. It cannot be retired.')
      if (retired) {
        const referring = (await live()).filter((one) => {
          const schema = one._id !== before._id && usable(one)
          return schema && referenceFields(schema).some(({ table }) => table === name)
        })
        const [first] = referring
        if (first) throw conflict(`The table ${toEditable(first).title} refers to this one. Retire its field first.`)
      }
      const { retired_at: _was, ...notes } = before[notesKey] ?? {}
      const after = { ...notes, saved_by: actor.email, ...(retired && { retired_at: now() }) }
      const about = { change: retired ? 'retire' : 'bring back' }
      return audit.during({ actor, action: 'schema', table: name, about }, () =>
        replace(before, schemaIn(before), after),
      )
    },

    /** Removes the values of fields that were retired long enough ago. Returns how many fields. */
    async sweep(): Promise<number> {
      let removed = 0
      for (const one of await schemas.all()) {
        const { retired_fields: fields = {}, ...notes } = one[notesKey] ?? { saved_by: '' }
        const due = Object.keys(fields).filter((name) => now().getTime() - fields[name]!.at.getTime() > retiredFor)
        const table = usable(one)?.name
        if (due.length === 0 || table === undefined) continue
        const left = Object.fromEntries(Object.entries(fields).filter(([name]) => !due.includes(name)))
        const about = { change: 'remove', fields: due.map((name) => titleOf(name, fields[name]!.field)).join(', ') }
        // Every replica sweeps: the end of a field is one event.
        const ref = `retired/${table}/${due.map((name) => `${name}@${fields[name]!.at.getTime()}`).join(',')}`
        await audit.during({ actor: null, action: 'schema', table, about, ref }, async () => {
          for (const name of due) await values.remove(table, name)
          await schemas.replace(one, schemaIn(one), { ...notes, retired_fields: left })
        })
        removed += due.length
      }
      return removed
    },
  }
}

export type ManageSchemas = ReturnType<typeof manageSchemas>
