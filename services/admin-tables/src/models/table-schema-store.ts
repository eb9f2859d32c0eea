import { seconds } from '@app/contracts/durations'
import type { BrokenTable } from '@app/contracts/tables'
import { isDuplicateKey } from '@app/mongo'
import { type Descriptor, descriptorSchema } from '@app/table-schema'
import type { Collection } from 'mongodb'
import * as v from 'valibot'
import { type Interests, withInterests } from './interests'
import { describedIn, isRetired, type StoredShape } from './stored-shape'
import { exposureFault } from './table-access'

type Stored = StoredShape & { position: number; created_at: Date; updated_at: Date } & Descriptor
type Marks = { _id: string; names: string[] }

/** The description of a record list may be this old; the list of tables is always read. */
const cachedFor = seconds(2)

/** Validates a description. @throws Error when it cannot be used (`faultOf`) */
export function readDescription(stored: object): Descriptor {
  const descriptor = v.parse(descriptorSchema, describedIn(stored))
  const fault = exposureFault(descriptor)
  if (fault) throw new Error(`it ${fault}`)
  return descriptor
}

/** Why a description cannot be used. */
export const faultOf = (error: unknown) => {
  if (!v.isValiError(error)) return error instanceof Error ? error.message : 'unreadable'
  const issue = error.issues[0]
  return `${v.getDotPath(issue) ?? ''} ${issue.message}`.trim()
}

/**
 * The tables that may be reached, described in the database. A broken description disables only its own table.
 *
 * @param onBroken is reported once about each broken description
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
    | { at: number; tables: Map<string, Descriptor>; listed: (Descriptor | BrokenTable)[]; retired: string[] }
    | undefined

  async function load() {
    const tables = new Map<string, Descriptor>()
    const listed: (Descriptor | BrokenTable)[] = []
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
        const descriptor = withInterests(readDescription(stored), offered)
        if (tables.has(descriptor.name)) throw new Error('it has the name of another table')
        tables.set(descriptor.name, descriptor)
        listed.push(descriptor)
      } catch (error) {
        const name = String(stored.name ?? stored._id)
        const reason = faultOf(error)
        if (reported.get(name) !== reason) onBroken(name, reason)
        reported.set(name, reason)
        const title = typeof stored.title === 'string' ? { title: stored.title } : {}
        listed.push({ name, ...title, error: `The description of this table is not valid: ${reason}.` })
      }
    }
    cache = { at: now(), tables, listed, retired }
    return cache
  }

  /** Writes one description, checked; an existing one of the same name stays as it is. */
  async function add(descriptor: Descriptor, position: number): Promise<void> {
    const at = new Date(now())
    const { name, ...rest } = readDescription(descriptor)
    const first = { ...rest, position, created_at: at, updated_at: at }
    try {
      await schemas().updateOne({ _id: name }, { $setOnInsert: { name, ...first } }, { upsert: true })
    } catch (error) {
      // Another replica was faster.
      if (!isDuplicateKey(error)) throw error
    }
  }

  return {
    /** Adds each seed once in the life of a database: later changes and removals by an admin stay. */
    async seed(descriptors: readonly Descriptor[]): Promise<void> {
      const done = (await marks().findOne({ _id: 'table_schemas' }))?.names ?? []
      for (const [position, descriptor] of descriptors.entries()) {
        if (done.includes(descriptor.name)) continue
        await add(descriptor, position)
        await marks().updateOne({ _id: 'table_schemas' }, { $addToSet: { names: descriptor.name } }, { upsert: true })
      }
    },

    /** All tables, in the order of their tabs. */
    all: async (): Promise<Descriptor[]> => [...(await load()).tables.values()],

    /** The same, including tables with a broken description, with the reason. */
    listed: async () => (await load()).listed,

    /** The names of retired tables. */
    retired: async (): Promise<string[]> => (await load()).retired,

    /** Reloads the descriptions after one was changed. */
    refresh: async (): Promise<void> => void (await load()),

    /** One table, from the cache while it is fresh. */
    async find(name: string): Promise<Descriptor | undefined> {
      const fresh = cache && now() - cache.at < cachedFor ? cache.tables.get(name) : undefined
      return fresh ?? (await load()).tables.get(name)
    },
  }
}

export type TableSchemaStore = ReturnType<typeof tableSchemaStore>
