import { tooLate } from '@app/mongo'
import { MongoBulkWriteError, MongoServerError } from 'mongodb'

/**
 * What became of each part of an unordered bulk write: its fault in its place, nothing where it was carried out.
 *
 * @param written how many the server says it wrote, where each one either is written or fails
 * @throws when it cannot be told of every part
 */
export async function bulkFaults(
  write: Promise<unknown>,
  count: number,
  written?: (error: MongoBulkWriteError) => number,
): Promise<(MongoServerError | undefined)[]> {
  try {
    await write
    return Array.from({ length: count }, () => undefined)
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error
    const faults = new Map(
      [error.writeErrors]
        .flat()
        .map(({ index, code, errmsg }) => [index, new MongoServerError({ message: errmsg, code })]),
    )
    // The driver puts lost connections in the same wrapping, without a fault of any part.
    const told = faults.size > 0 && !error.result.getWriteConcernError()
    if (!told || (written && written(error) + faults.size !== count)) throw tooLate(error)
    return Array.from({ length: count }, (_, i) => faults.get(i))
  }
}
