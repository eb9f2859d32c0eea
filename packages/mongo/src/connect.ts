import { withTimeout } from '@app/concurrency/timeout'
import { seconds } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'
import { gauge, isTracing, tracedCall } from '@app/telemetry'
import type { Collection, Db, Document, MongoClient } from 'mongodb'
import mongoose, { type Connection } from 'mongoose'
import { databaseBusy } from './errors'
import { type Installation, OtherDatabase, requireIdentity } from './installation'
import { RestoreUnfinished, requireNoExchange } from './restore-state'

const answerWithinMs = seconds(8)

/**
 * Rejects with `unavailable` when `work` has not settled in time. The driver can hang for ever on a connection that
 * closed during a write.
 */
export const timeLimit = <Result>(work: Promise<Result>, ms = answerWithinMs): Promise<Result> =>
  withTimeout(work, ms, () => databaseBusy(new Error(`no answer within ${ms} ms`)))

/** Records a span for each command within a trace, without its content. */
function traceCommands(client: MongoClient): void {
  const running = new Map<number, NonNullable<ReturnType<typeof tracedCall>>>()
  client
    .on('commandStarted', ({ requestId, commandName, command }) => {
      const collection = typeof command[commandName] === 'string' ? command[commandName] : ''
      const end = tracedCall(`${commandName} ${collection}`.trim(), {
        'db.system.name': 'mongodb',
        'db.operation.name': commandName,
        ...(collection && { 'db.collection.name': collection }),
      })
      if (end) running.set(requestId, end)
    })
    .on('commandSucceeded', ({ requestId }) => {
      running.get(requestId)?.()
      running.delete(requestId)
    })
    .on('commandFailed', ({ requestId, failure }) => {
      running.get(requestId)?.(failure)
      running.delete(requestId)
    })
}

let inUse = 0
let waiting = 0

gauge('mongodb_pool_connections_in_use', 'Connections to MongoDB in use', [], () => inUse)
gauge('mongodb_pool_waiting', 'Operations waiting for a connection to MongoDB', [], () => waiting)

/** Counts connections in use and waiting operations. */
function watchPool(client: MongoClient): void {
  client
    .on('connectionCheckOutStarted', () => {
      waiting++
    })
    .on('connectionCheckOutFailed', () => {
      waiting--
    })
    .on('connectionCheckedOut', () => {
      waiting--
      inUse++
    })
    .on('connectionCheckedIn', () => {
      inUse--
    })
}

type Servers = { topology?: { s: { servers: ReadonlyMap<string, { requestCheck(): void }> } } }

/**
 * Has the servers checked when a command timed out. Left alone, the driver keeps asking one that vanished without closing its connections
 * until the next check, while another is the primary.
 */
const checkAfterTimeouts = (client: MongoClient) =>
  client.on('connectionClosed', ({ reason }) => {
    if (reason !== 'error') return
    for (const server of (client as unknown as Servers).topology?.s.servers.values() ?? []) server.requestCheck()
  })

/** An acknowledged write survives a crash of the server. */
export const durable = { w: 'majority', journal: true, wtimeoutMS: seconds(5) } as const

/**
 * The server ends a command with this `maxTimeMS` before the client gives up on it: a write that failed here is not written later. Without
 * it, a write whose socket timed out may still land after the job that made it was stopped, and undone.
 */
export const writeLimit = { maxTimeMS: seconds(4) } as const

/** Every wait is bounded, so that an unavailable database costs a request less than six seconds. */
const options = {
  serverSelectionTimeoutMS: seconds(3),
  connectTimeoutMS: seconds(3),
  socketTimeoutMS: seconds(5),
  // Each check wakes an idle process. A command that fails, or finds no server, triggers one at once.
  heartbeatFrequencyMS: seconds(30),
  serverMonitoringMode: 'poll',
  // Authenticating a connection takes seconds on a busy machine, so some are opened in advance.
  waitQueueTimeoutMS: seconds(4),
  minPoolSize: 4,
  maxPoolSize: 20,
  writeConcern: durable,
} as const
/**
 * How often the driver maintains its pool: requests open the connections that they need at once. Its default, ten times a second, wakes an
 * idle process. The constructor ignores this internal option, so it is set on the options of the client.
 */
const poolOptions = { minPoolSizeCheckFrequencyMS: seconds(5) }
const modelOptions = { bufferCommands: false, autoIndex: false, autoCreate: false } as const

const pause = seconds(1)

/** An exchange takes a second, on a slow server several, so services that start meanwhile are ready as soon as it is over. */
const exchangeMs = seconds(10)
const exchangePause = seconds(0.1)

/** @throws RestoreUnfinished when the exchange does not end in time, as after an interruption */
async function untilExchanged(db: Db): Promise<void> {
  for (const end = performance.now() + exchangeMs; ; ) {
    try {
      return await requireNoExchange(db)
    } catch (error) {
      if (!(error instanceof RestoreUnfinished) || performance.now() > end) throw error
      await new Promise((resolve) => setTimeout(resolve, exchangePause))
    }
  }
}

export type Mongo = {
  /** For models; usable before the database responds. */
  connection: Connection
  /** The driver, for collections that are known only at run time. Throws `unavailable` until connected. */
  db(): Db
  /** One of its collections. */
  collection<Stored extends object = Document>(name: string): Collection<Stored>
  /** A separate connection without a socket timeout, for work such as building an index. Close it. */
  withoutTimeout(): Promise<{ db: Db; close(): Promise<void> }>
  /** Resolves once connected and `prepare` has succeeded; both are retried until then. */
  ready: Promise<void>
  /**
   * Rejects while the database is unavailable, refuses its user, is not prepared, is being replaced by a restore, or is not the one
   * of this installation.
   */
  ping(): Promise<void>
  close(): Promise<void>
}

type Connecting = {
  prepare?: (mongo: Mongo) => Promise<unknown>
  onError: (error: unknown) => void
  /** Where it is not given, any database will do. */
  installation?: Installation | undefined
}

/**
 * Connects in the background. `prepare` creates indexes and initial records; it must be idempotent and safe to run in several
 * replicas at once.
 *
 * While a restore exchanges the database, or another one is in its place, there is no connection: nothing reads or writes a half
 * of it, or prepares an empty one as if it were new.
 *
 * @param onError called for each failed attempt
 */
export function connectMongo(uri: string, { prepare, onError, installation }: Connecting): Mongo {
  const connection = mongoose.createConnection()
  for (const [name, value] of Object.entries(modelOptions)) connection.set(name, value)
  let closed = false
  let isConnected = false
  let prepared = false
  // Once it was seen, a database without it is never a new one.
  let expected = installation

  async function requireOwn(db: Db): Promise<void> {
    if (!expected) return
    await requireIdentity(db, expected)
    expected = { ...expected, isNew: false }
  }

  const db = () => {
    if (!isConnected) throw new AppError('unavailable', 'The service is starting. Please try again shortly.')
    return connection.db!
  }

  async function open(): Promise<void> {
    const client = new mongoose.mongo.MongoClient(uri, { ...options, monitorCommands: isTracing() })
    Object.assign(client.options, poolOptions)
    try {
      await client.connect()
      await untilExchanged(client.db())
      await requireOwn(client.db())
    } catch (error) {
      await client.close()
      throw error
    }
    if (closed) return client.close()
    connection.setClient(client)
    isConnected = true
    watchPool(client)
    checkAfterTimeouts(client)
    if (isTracing()) traceCommands(client)
  }

  const connect = async () => {
    while (!closed) {
      try {
        if (!isConnected) await open()
        await prepare?.(mongo)
        prepared = true
        return
      } catch (error) {
        onError(error)
        await new Promise((resolve) => setTimeout(resolve, pause))
      }
    }
  }

  /** Ends the connection until the exchange is over, or the database is back. What it leaves has to be prepared again. */
  async function leave(): Promise<void> {
    if (!prepared) return
    isConnected = false
    prepared = false
    await connection.close()
    await connect()
  }

  const mongo: Mongo = {
    connection,
    db,
    collection: (name) => db().collection(name),
    ready: Promise.resolve(),
    async withoutTimeout() {
      const separate = await mongoose
        .createConnection(uri, { ...options, ...modelOptions, socketTimeoutMS: 0, minPoolSize: 0, maxPoolSize: 2 })
        .asPromise()
      return { db: separate.db!, close: () => separate.close() }
    },
    async ping() {
      if (!prepared) throw new AppError('unavailable', 'Not prepared yet.')
      try {
        await requireNoExchange(db())
        await requireOwn(db())
      } catch (error) {
        if (error instanceof RestoreUnfinished || error instanceof OtherDatabase) void leave()
        throw error
      }
    },
    async close() {
      closed = true
      await connection.close()
    },
  }
  mongo.ready = connect()
  return mongo
}
