import contactForm from '@app/contracts/contact-form.json'
import { seconds } from '@app/contracts/durations'
import { notFound } from '@app/contracts/errors'
import { inquiryTable } from '@app/contracts/inquiries'
import type { BrokenTable } from '@app/contracts/tables'
import { unlessDuplicate } from '@app/mongo'
import { readableTableSchema, type TableSchema } from '@app/table-schema'
import type { Collection } from 'mongodb'
import * as v from 'valibot'
import { type Interests, withInterests } from './interests'
import { isRetired, type StoredSchema, schemaIn, withField } from './stored-schema'
import { exposureFault } from './table-access'

const maxTries = 5

type Stored = StoredSchema & { position: number; created_at: Date; updated_at: Date } & TableSchema
type Marks = { _id: string; names: string[] }

/** The schema of a record list may be this old; the list of tables is always read. */
const cachedFor = seconds(2)

/** Validates a schema. @throws Error when it cannot be used (`faultOf`) */
export function usableSchema(stored: object): TableSchema {
  const schema = v.parse(readableTableSchema, schemaIn(stored))
  const fault = exposureFault(schema)
  if (fault) throw new Error(`it ${fault}`)
  return schema
}

/** Why a schema cannot be used. */
export const faultOf = (error: unknown) => {
  if (!v.isValiError(error)) return error instanceof Error ? error.message : 'unreadable'
  const issue = error.issues[0]
  return `${v.getDotPath(issue) ?? ''} ${issue.message}`.trim()
}

/**
 * The tables that may be reached, as the database describes them. A broken schema disables only its own table.
 *
 * @param onBroken is reported once about each broken schema
 */
export function tableSchemaStore(
  { schemas, marks }: { schemas: () => Collection<Stored>; marks: () => Collection<Marks> },
  {
    onBroken,
    interests = async () => undefined,
    now = Date.now,
  }: {
    onBroken: (name: string, reason: string) => void
    interests?: () => Promise<Interests | undefined>
    now?: () => number
  },
) {
  const reported = new Map<string, string>()
  let cache:
    | { at: number; tables: Map<string, TableSchema>; listed: (TableSchema | BrokenTable)[]; retired: string[] }
    | undefined

  async function load() {
    const tables = new Map<string, TableSchema>()
    const listed: (TableSchema | BrokenTable)[] = []
    const retired: string[] = []
    const sorted = schemas()
      .find({}, { maxTimeMS: seconds(2) })
      .sort({ position: 1, _id: 1 })
    const [all, offered] = await Promise.all([sorted.toArray(), interests()])
    for (const stored of all) {
      if (isRetired(stored)) {
        retired.push(String(stored.name ?? stored._id))
        continue
      }
      try {
        const schema = withInterests(usableSchema(stored), offered)
        if (tables.has(schema.name)) throw new Error('it has the name of another table')
        tables.set(schema.name, schema)
        listed.push(schema)
      } catch (error) {
        const name = String(stored.name ?? stored._id)
        const reason = faultOf(error)
        if (reported.get(name) !== reason) onBroken(name, reason)
        reported.set(name, reason)
        const title = typeof stored.title === 'string' ? { title: stored.title } : {}
        listed.push({ name, ...title, error: `The schema of this table is not valid: ${reason}.` })
      }
    }
    cache = { at: now(), tables, listed, retired }
    return cache
  }

  const fresh = () => (cache && now() - cache.at < cachedFor ? cache : undefined)

  /** Writes one schema, checked; an existing one of the same name stays as it is. */
  async function add(schema: TableSchema, position: number): Promise<void> {
    const at = new Date(now())
    const { name, ...rest } = usableSchema(schema)
    const first = { ...rest, position, created_at: at, updated_at: at }
    await unlessDuplicate(schemas().updateOne({ _id: name }, { $setOnInsert: { name, ...first } }, { upsert: true }))
  }

  /**
   * Adds what the contact form has asked since, each field behind the one before it. Inquiries lose none of their fields. A table that is
   * being edited again and again gets them with the next start.
   */
  async function addAskedFields(): Promise<void> {
    const shipped: TableSchema['properties'] = contactForm.properties
    for (let tries = 0; tries < maxTries; tries++) {
      const stored = await schemas().findOne({ _id: inquiryTable }, { maxTimeMS: seconds(2) })
      if (!stored || !v.is(readableTableSchema, schemaIn(stored))) return
      const { properties, updated_at } = stored
      const asked = Object.keys(shipped).reduce((fields, name) => withField(fields, shipped, name), properties)
      if (asked === properties) return
      const changes = { properties: asked, updated_at: new Date(now()) }
      const asRead = { _id: inquiryTable, updated_at: updated_at ?? null } as Pick<Stored, '_id' | 'updated_at'>
      const { matchedCount } = await schemas().updateOne(asRead, { $set: changes })
      if (matchedCount > 0) return
    }
  }

  return {
    /** Adds each seed once in the life of a database: later changes and removals by an admin stay. */
    async seed(schemas: readonly TableSchema[]): Promise<void> {
      const done = (await marks().findOne({ _id: 'table_schemas' }))?.names ?? []
      for (const [position, schema] of schemas.entries()) {
        if (done.includes(schema.name)) continue
        await add(schema, position)
        await marks().updateOne({ _id: 'table_schemas' }, { $addToSet: { names: schema.name } }, { upsert: true })
      }
      await addAskedFields()
    },

    /** @throws where no table is described: the database is not the one that it should be */
    async requireSome(): Promise<void> {
      if (!(await schemas().findOne({}, { projection: { _id: 1 } }))) throw new Error('No table is described.')
    },

    /** All tables, in the order of their tabs. */
    all: async (): Promise<TableSchema[]> => [...(await load()).tables.values()],

    /** The same, which may be two seconds old. */
    known: async (): Promise<TableSchema[]> => [...(fresh() ?? (await load())).tables.values()],

    /** The same, including tables with a broken schema, with the reason. */
    listed: async () => (await load()).listed,

    /** The names of retired tables. */
    retired: async (): Promise<string[]> => (await load()).retired,

    /** Reloads the schemas after one was changed. */
    refresh: async (): Promise<void> => void (await load()),

    /** One table, from the cache while it is fresh. */
    find: async (name: string): Promise<TableSchema | undefined> =>
      fresh()?.tables.get(name) ?? (await load()).tables.get(name),
  }
}

export type TableSchemaStore = ReturnType<typeof tableSchemaStore>

/** A described table. @throws AppError `not_found` for any other name, whatever the database holds */
export async function tableOf(tables: Pick<TableSchemaStore, 'find'>, name: string): Promise<TableSchema> {
  const schema = await tables.find(name)
  if (!schema) throw notFound()
  return schema
}
