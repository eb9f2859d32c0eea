import { seconds } from '@app/contracts/durations'
import { conflict } from '@app/contracts/errors'
import { unlessDuplicate } from '@app/mongo'
import type { TableSchema } from '@app/table-schema'
import type { Collection } from 'mongodb'
import { notesKey, type SchemaNotes, type StoredSchema, schemaIn, versionOf } from '../tables/stored-schema'

type Version = {
  _id: string
  name: string
  saved_at: Date | null
  saved_by: string | null
  archived_at: Date
  /** The schema; see "Names that stay" in docs/architecture.md. */
  descriptor: object
}
type Deps = { schemas: () => Collection<StoredSchema>; versions: () => Collection<Version> }

const maxTimeMS = seconds(2)
const maxVersions = 50

/** Writes the schemas of tables for the schema editor. What a save replaces is archived before. */
export function schemaEditorStore({ schemas, versions }: Deps, now = () => new Date()) {
  const byName = (name: string) => schemas().findOne({ name: { $eq: name } }, { maxTimeMS })

  /** Archives what is stored. Idempotent, so a crash before the save does no harm. */
  async function archive(stored: StoredSchema): Promise<void> {
    const { revision = 0, saved_by = null } = stored[notesKey] ?? {}
    const name = String(stored.name)
    const version = {
      name,
      saved_at: stored.updated_at ?? null,
      saved_by,
      archived_at: now(),
      descriptor: schemaIn(stored),
    }
    const _id = `${name}:${revision}:${versionOf(stored)}`
    await unlessDuplicate(versions().updateOne({ _id }, { $setOnInsert: version }, { upsert: true }))
  }

  return {
    prepare: () => versions().createIndex({ name: 1, archived_at: -1 }, { name: 'of_table' }),

    all: (): Promise<StoredSchema[]> => schemas().find({}, { maxTimeMS }).sort({ position: 1, _id: 1 }).toArray(),

    find: async (name: string): Promise<StoredSchema | undefined> => (await byName(name)) ?? undefined,

    /** @throws AppError `conflict` when there is a table of this name */
    async insert({ name, ...rest }: TableSchema, by: string): Promise<StoredSchema> {
      const at = now()
      const last = await schemas().findOne({}, { sort: { position: -1 }, maxTimeMS })
      const stored: StoredSchema = {
        _id: name,
        name,
        ...rest,
        position: Number(last?.position ?? -1) + 1,
        created_at: at,
        updated_at: at,
        [notesKey]: { revision: 1, saved_by: by },
      }
      if (await unlessDuplicate(schemas().insertOne(stored))) return stored
      throw conflict(`There is a table named ${name}. It may be retired.`)
    },

    /** Replaces a schema if it is still the one that was read; `undefined` when another save was first. */
    async replace(
      before: StoredSchema,
      schema: object,
      notes: Omit<SchemaNotes, 'revision'>,
    ): Promise<StoredSchema | undefined> {
      await archive(before)
      const { _id, position, created_at, [notesKey]: old } = before
      const after: StoredSchema = {
        _id,
        ...schema,
        position,
        created_at,
        updated_at: now(),
        [notesKey]: { ...notes, revision: (old?.revision ?? 0) + 1 },
      }
      const unchanged = {
        _id: { $eq: _id },
        updated_at: before.updated_at ?? null,
        [`${notesKey}.revision`]: old?.revision ?? null,
      }
      const { matchedCount } = await schemas().replaceOne(unchanged as never, after)
      return matchedCount === 1 ? after : undefined
    },

    async versions(name: string) {
      const found = await versions()
        .find({ name: { $eq: name } }, { maxTimeMS })
        .sort({ archived_at: -1 })
        .limit(maxVersions)
        .toArray()
      return found.map(({ _id, saved_at, saved_by, descriptor }) => ({
        id: _id,
        savedAt: saved_at?.toISOString() ?? null,
        savedBy: saved_by,
        schema: descriptor as { name: string },
      }))
    },
  }
}

export type SchemaEditorStore = ReturnType<typeof schemaEditorStore>
