import { seconds } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'
import { isTracing } from '@app/telemetry'
import type { Db } from 'mongodb'
import mongoose, { type Connection } from 'mongoose'
import { watchPool } from './pool-metrics'
import { traceCommands } from './trace-commands'

/** An acknowledged write survives a crash of the server. */
export const durable = { w: 'majority', journal: true, wtimeoutMS: seconds(5) } as const

/** Every wait is bounded, so that an unavailable database costs a request less than six seconds. */
const options = {
  serverSelectionTimeoutMS: seconds(3),
  connectTimeoutMS: seconds(3),
  socketTimeoutMS: seconds(5),
  heartbeatFrequencyMS: seconds(2),
  // Authenticating a connection takes seconds on a busy machine, so some are opened in advance.
  waitQueueTimeoutMS: seconds(4),
  minPoolSize: 4,
  maxPoolSize: 20,
  bufferCommands: false,
  autoIndex: false,
  autoCreate: false,
  writeConcern: durable,
} as const

const pause = seconds(1)

export type Mongo = {
  /** For models; usable before the database responds. */
  connection: Connection
  /** The driver, for collections that are known only at run time. Throws `unavailable` until connected. */
  db(): Db
  /** A separate connection without a socket timeout, for work such as building an index. Close it. */
  withoutTimeout(): Promise<{ db: Db; close(): Promise<void> }>
  /** Resolves once connected and `prepare` has succeeded; both are retried until then. */
  ready: Promise<void>
  /** Rejects while the database is unavailable or not prepared. */
  ping(): Promise<void>
  close(): Promise<void>
}

/**
 * Connects in the background. `prepare` creates indexes and initial records; it must be idempotent and safe to run in several
 * replicas at once.
 *
 * @param onError called for each failed attempt
 */
export function connectMongo(
  uri: string,
  { prepare, onError }: { prepare: (mongo: Mongo) => Promise<unknown>; onError: (error: unknown) => void },
): Mongo {
  const connection = mongoose.createConnection()
  let closed = false
  let prepared = false

  const db = () => {
    if (!connection.db) throw new AppError('unavailable', 'The service is starting. Please try again shortly.')
    return connection.db
  }

  const mongo: Mongo = {
    connection,
    db,
    ready: Promise.resolve(),
    async withoutTimeout() {
      const separate = await mongoose
        .createConnection(uri, { ...options, socketTimeoutMS: 0, minPoolSize: 0, maxPoolSize: 2 })
        .asPromise()
      return { db: separate.db!, close: () => separate.close() }
    },
    async ping() {
      if (!prepared) throw new AppError('unavailable', 'Not prepared yet.')
      await db().command({ ping: 1 })
    },
    async close() {
      closed = true
      await connection.close()
    },
  }

  const connect = async () => {
    while (!closed) {
      try {
        if (connection.readyState !== mongoose.ConnectionStates.connected) {
          await connection.openUri(uri, { ...options, monitorCommands: isTracing() })
          watchPool(connection.getClient())
          if (isTracing()) traceCommands(connection.getClient())
        }
        await prepare(mongo)
        prepared = true
        return
      } catch (error) {
        onError(error)
        await new Promise((resolve) => setTimeout(resolve, pause))
      }
    }
  }
  mongo.ready = connect()
  return mongo
}
