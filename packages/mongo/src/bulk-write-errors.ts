import { MongoBulkWriteError, MongoServerError } from 'mongodb'
import { databaseBusy } from './time-limit'

/**
 * The outcome of each part of an unordered bulk write, in order: its error, or `undefined` on success.
 *
 * @param written how many parts the server reports as written, for writes where each part is either written or fails
 * @throws when the outcome of some part is unknown
 */
export async function bulkWriteErrors(
  write: Promise<unknown>,
  count: number,
  written?: (error: MongoBulkWriteError) => number,
): Promise<(MongoServerError | undefined)[]> {
  try {
    await write
    return Array.from({ length: count }, () => undefined)
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error
    const errors = new Map(
      [error.writeErrors]
        .flat()
        .map(({ index, code, errmsg }) => [index, new MongoServerError({ message: errmsg, code })]),
    )
    // The driver wraps lost connections in the same class, without an error of any part.
    const known = errors.size > 0 && !error.result.getWriteConcernError()
    if (!known || (written && written(error) + errors.size !== count)) throw databaseBusy(error)
    return Array.from({ length: count }, (_, i) => errors.get(i))
  }
}
