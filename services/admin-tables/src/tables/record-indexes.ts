import type { StopTask } from '@app/concurrency/run-loop'
import { runLoop } from '@app/concurrency/run-loop'
import { hours, minutes } from '@app/contracts/durations'
import { collation } from '@app/record-query'
import { kindOf, type TableSchema } from '@app/table-schema'
import type { Collection } from 'mongodb'

/** MongoDB allows 64 indexes in a collection; some are reserved for the services that write to it. */
const maxIndexes = 56
const prefix = 'by_'
const checkEvery = minutes(1)
/** Of all indexes of many large tables. */
const maxBuild = hours(24)

/** The fields that are sorted and filtered by: every column. */
const indexedFields = ({ properties }: TableSchema): string[] => [
  ...new Set(
    ['created_at', 'updated_at', ...Object.keys(properties)]
      .filter((name) => name !== 'id' && (!properties[name] || kindOf(properties[name]) !== 'unknown'))
      .slice(0, maxIndexes),
  ),
]

type SeparateConnection = { db: { collection(name: string): Collection }; close(): Promise<void> }
type LogEvent = (event: string, about: Record<string, unknown>) => void

/**
 * Keeps the indexes of tables as their descriptions say: one for each column, walked in both directions, with `_id` behind
 * to break ties. Those of fields that are gone are dropped. What others made is left alone.
 *
 * @param open makes a connection without a socket timeout: building an index may take long
 * @param log is called for each index that is built or dropped
 */
export function recordIndexes(open: () => Promise<SeparateConnection>, log: LogEvent) {
  async function ensure(records: Collection, schema: TableSchema): Promise<void> {
    const table = schema.name
    const wanted = new Map(indexedFields(schema).map((field) => [`${prefix}${field}`, field]))
    // A collection that does not exist yet has no indexes to list.
    const present = new Set((await records.indexes().catch(() => [])).map(({ name }) => name ?? ''))
    const missing = [...wanted].filter(([name]) => !present.has(name))
    for (const [at, [name, field]] of missing.entries()) {
      const startedAt = performance.now()
      const progress = setInterval(
        () =>
          log('index build in progress', {
            table,
            field,
            seconds: Math.round((performance.now() - startedAt) / 1_000),
          }),
        10_000,
      )
      try {
        await records.createIndex({ [field]: 1, _id: 1 }, { name, collation })
      } finally {
        clearInterval(progress)
      }
      log('index built', {
        table,
        field,
        done: at + 1,
        of: missing.length,
        ms: Math.round(performance.now() - startedAt),
      })
    }
    for (const name of present) {
      if (!name.startsWith(prefix) || wanted.has(name)) continue
      await records.dropIndex(name)
      log('index of a removed field dropped', { table, index: name })
    }
  }

  let checkNow = () => {}

  return {
    /** Follows the descriptions at once, after one was changed here. */
    soon: () => checkNow(),

    /** Follows the descriptions in the background for as long as the process runs. */
    follow(tables: () => Promise<TableSchema[]>, every = checkEvery): StopTask {
      let last = ''
      const check = async () => {
        try {
          const all = await tables()
          const now = JSON.stringify(all.map((table) => [table.name, indexedFields(table)]))
          if (now === last) return every
          const { db, close } = await open()
          try {
            for (const table of all) await ensure(db.collection(table.name), table)
          } finally {
            await close()
          }
          last = now
        } catch (err) {
          log('index update failed, will be retried', { err })
        }
        return every
      }
      const { wake, stop } = runLoop(check, () => {}, { failedMs: every, gatherMs: 0, timeoutMs: maxBuild })
      checkNow = wake
      return stop
    },
  }
}
