import { seconds } from '@app/contracts/durations'
import { type Db, type Document, MongoClient, type MongoClientOptions, type Timestamp } from 'mongodb'

type Member = Pick<MongoClient, 'close'> & { db(name?: string): { command(command: Document): Promise<Document> } }
type Options<Client extends Member> = {
  /** Connects to one member alone. */
  connect(host: string): Promise<Client>
  /** The longest time that a member may take to have the primary's present data. */
  timeoutMs?: number
}

const pauseMs = 250

const hello = (member: Member) => member.db('admin').command({ hello: 1 })
const writtenBy = (answer: Document): Timestamp | undefined => answer['lastWrite']?.opTime?.ts

/** True if the member follows the primary, and has all it had at that time. */
async function hasAll(member: Member, wanted: Timestamp, end: number): Promise<boolean> {
  for (;;) {
    const answer = await hello(member)
    if (answer['secondary'] !== true) return false
    const written = writtenBy(answer)
    if (written && written.compare(wanted) >= 0) return true
    if (performance.now() > end) return false
    await Bun.sleep(pauseMs)
  }
}

/**
 * A connection to one secondary that has everything the primary has now; undefined where there is none. Always the same member: what it
 * has only grows, while two would differ, and what refers would be read from one without what it refers to on the other.
 */
export async function findSecondary<Client extends Member>(
  primary: Member,
  { connect, timeoutMs = seconds(30) }: Options<Client>,
): Promise<Client | undefined> {
  const answer = await hello(primary)
  const wanted = writtenBy(answer)
  if (!answer['setName'] || !wanted) return undefined
  const own = [answer['primary'], answer['me']]
  const others = ((answer['hosts'] ?? []) as string[]).filter((host) => !own.includes(host))
  const end = performance.now() + timeoutMs
  for (const host of others) {
    const member = await connect(host).catch(() => undefined)
    if (!member) continue
    if (await hasAll(member, wanted, end).catch(() => false)) return member
    await member.close()
  }
  return undefined
}

/** The address of one member, with the sign-in and the settings of `uri`. */
export const uriOf = (uri: string, host: string) => uri.replace(/^(mongodb:\/\/(?:[^@/]*@)?)[^/?]+/, `$1${host}`)

/** Connects to one member of the set that `uri` names. The members of a set that DNS names are its provider's to choose. */
export function connectTo(uri: string, options: MongoClientOptions) {
  return (host: string) => {
    if (!uri.startsWith('mongodb://')) return Promise.reject(new Error('not a list of members'))
    return MongoClient.connect(uriOf(uri, host), { ...options, directConnection: true, readPreference: 'secondary' })
  }
}

/** Reads a replica set from a secondary, which leaves the primary to visitors; anything else as it is. */
export async function readSecondary<Result>(
  client: MongoClient,
  connect: (host: string) => Promise<MongoClient>,
  read: (db: Db) => Promise<Result>,
): Promise<Result> {
  const secondary = await findSecondary(client, { connect })
  if (!secondary) return read(client.db())
  try {
    return await read(secondary.db(client.db().databaseName))
  } finally {
    await secondary.close()
  }
}
