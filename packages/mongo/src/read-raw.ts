import type { AggregateOptions, Db, Document, FindOptions } from 'mongodb'
import { isPassing } from './errors'

/**
 * The documents of a `find` or `aggregate` command, without a cursor; `undefined` when a cursor is needed after all: the
 * answer exceeds one batch, or the read failed in a way that passes, after which the driver retries reads with a cursor only.
 */
async function firstBatch(db: Db, command: Document): Promise<Buffer[] | undefined> {
  try {
    const { cursor } = await db.command(command, { fieldsAsRaw: { firstBatch: true } })
    return Number(cursor.id) === 0 ? cursor.firstBatch : undefined
  } catch (error) {
    if (!isPassing(error)) throw error
    return undefined
  }
}

/** `raw` returns the bytes of each document, which the driver's types do not say. */
const bytesOf = (documents: Document[]) => documents as Buffer[]

type FindRaw = Pick<FindOptions, 'projection' | 'sort' | 'skip' | 'collation' | 'maxTimeMS'> & { limit: number }

/**
 * The raw documents that `find` returns from the collection `name`, at most `limit`. Without a cursor where one batch holds
 * them: a small read then costs little more than half the CPU.
 */
export async function findRaw(db: Db, name: string, filter: Document, options: FindRaw): Promise<Buffer[]> {
  const whole = { batchSize: options.limit, ...options }
  return (
    (await firstBatch(db, { find: name, filter, ...whole })) ??
    bytesOf(
      await db
        .collection(name)
        .find(filter, { ...whole, raw: true })
        .toArray(),
    )
  )
}

type AggregateRaw = Pick<AggregateOptions, 'collation' | 'maxTimeMS'> & { batchSize?: number }

/** As `findRaw`. Without a `batchSize` the server puts up to 101 documents into the first batch. */
export async function aggregateRaw(
  db: Db,
  name: string,
  pipeline: Document[],
  { batchSize, ...options }: AggregateRaw,
): Promise<Buffer[]> {
  const cursor = batchSize === undefined ? {} : { batchSize }
  return (
    (await firstBatch(db, { aggregate: name, pipeline, cursor, ...options })) ??
    bytesOf(
      await db
        .collection(name)
        .aggregate(pipeline, { ...options, raw: true })
        .toArray(),
    )
  )
}
