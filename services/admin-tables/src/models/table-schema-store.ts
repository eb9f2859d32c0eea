import { seconds } from '@app/contracts/durations'
import { isDuplicateKey } from '@app/mongo'
import { type Descriptor, descriptorSchema } from '@app/table-schema'
import type { Collection } from 'mongodb'
import * as v from 'valibot'
import { exposureFault } from './exposable'

type Stored = { _id: string; position: number; created_at: Date; updated_at: Date } & Descriptor
type Marks = { _id: string; names: string[] }

/** The description of a record list may be this old; the list of tables is always read. */
const cachedFor = seconds(2)

/** A description as the meta-schema lets it through. */
function check(stored: unknown): Descriptor {
  const { _id, position, created_at, updated_at, ...rest } = stored as Partial<Stored>
  const descriptor = v.parse(descriptorSchema, rest)
  const fault = exposureFault(descriptor)
  if (fault) throw new Error(`it ${fault}`)
  return descriptor
}

const reasonOf = (error: unknown) => {
  if (!v.isValiError(error)) return error instanceof Error ? error.message : 'unreadable'
  const issue = error.issues[0]
  return `${v.getDotPath(issue) ?? ''} ${issue.message}`.trim()
}

/**
 * The tables that may be reached, described in the database. A broken description disables its own table and nothing else.
 *
 * @param onBroken is told once about each broken description
 */
export function tableSchemaStore(
  { schemas, marks }: { schemas: () => Collection<Stored>; marks: () => Collection<Marks> },
  { onBroken, now = Date.now }: { onBroken: (name: string, reason: string) => void; now?: () => number },
) {
  const told = new Map<string, string>()
  let cache: { at: number; tables: Map<string, Descriptor> } | undefined

  async function load(): Promise<Map<string, Descriptor>> {
    const tables = new Map<string, Descriptor>()
    for (const stored of await schemas()
      .find({}, { maxTimeMS: seconds(2) })
      .sort({ position: 1, _id: 1 })
      .toArray()) {
      try {
        const descriptor = check(stored)
        if (!tables.has(descriptor.name)) tables.set(descriptor.name, descriptor)
      } catch (error) {
        const name = String(stored.name ?? stored._id)
        const reason = reasonOf(error)
        if (told.get(name) !== reason) onBroken(name, reason)
        told.set(name, reason)
      }
    }
    cache = { at: now(), tables }
    return tables
  }

  /** Writes one description, checked; an existing one of the same name stays as it is. */
  async function add(descriptor: Descriptor, position: number): Promise<void> {
    const at = new Date(now())
    const { name, ...rest } = check(descriptor)
    const first = { ...rest, position, created_at: at, updated_at: at }
    try {
      await schemas().updateOne({ _id: name }, { $setOnInsert: { name, ...first } }, { upsert: true })
    } catch (error) {
      // Another replica was faster.
      if (!isDuplicateKey(error)) throw error
    }
  }

  return {
    /** Adds each seed once in the life of a database: what an admin has removed or changed since stays so. */
    async seed(descriptors: readonly Descriptor[]): Promise<void> {
      const done = (await marks().findOne({ _id: 'table_schemas' }))?.names ?? []
      for (const [position, descriptor] of descriptors.entries()) {
        if (done.includes(descriptor.name)) continue
        await add(descriptor, position)
        await marks().updateOne({ _id: 'table_schemas' }, { $addToSet: { names: descriptor.name } }, { upsert: true })
      }
    },

    /** Every table, in the order of their tabs. */
    all: async (): Promise<Descriptor[]> => [...(await load()).values()],

    /** One table, from memory where that is fresh and knows it. */
    async find(name: string): Promise<Descriptor | undefined> {
      const fresh = cache && now() - cache.at < cachedFor ? cache.tables.get(name) : undefined
      return fresh ?? (await load()).get(name)
    },
  }
}

export type TableSchemaStore = ReturnType<typeof tableSchemaStore>
