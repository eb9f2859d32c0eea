import { createHash, randomBytes } from 'node:crypto'
import { minutes } from '@app/contracts/durations'
import { documentOptions } from '@app/mongo'
import { type Connection, Schema } from 'mongoose'
import { sessionLife } from '../cookie'
import { readTogether } from '../read-together'

/** A session ends after this long without a request. */
const idleLife = minutes(30)
/** Each request counts as use, but it is written down at most this often. */
const touchEvery = minutes(1)
/** Live sessions a user may have; the oldest ends when one more begins. */
const mostPerUser = 5

export type Session = { sid: string; userId: string; lastSeenAt: Date }
/** A session as its owner sees it. */
export type OwnSession = { id: string; createdAt: Date; lastSeenAt: Date; device: string }

type Stored = {
  _id: string
  user_id: string
  device: string
  created_at: Date
  last_seen_at: Date
  expires_at: Date
}

const schema = new Schema<Stored>(
  {
    _id: String,
    user_id: { type: String, required: true },
    device: { type: String, default: '' },
    created_at: { type: Date, required: true },
    last_seen_at: { type: Date, required: true },
    expires_at: { type: Date, required: true },
  },
  { ...documentOptions, timestamps: false, collection: 'sessions' },
)
schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 })
schema.index({ user_id: 1, created_at: 1 })

/** Names a session in lists. It does not lead back to the `sid`. */
export const publicSessionId = (sid: string) => createHash('sha256').update(sid).digest('base64url').slice(0, 22)

/** Live sessions. A session that is not in here is over, whatever its token says. */
export function sessionStore(connection: Connection, now = () => new Date()) {
  const sessions = connection.model('Session', schema)
  const live = (at: Date) => ({
    expires_at: { $gt: at },
    last_seen_at: { $gt: new Date(at.getTime() - idleLife) },
  })
  const read = readTogether(async (sids) => {
    // Each request waits for it, and mongoose would take three times as long as the driver.
    const found = await connection
      .collection<Stored>('sessions')
      .find({ _id: { $in: sids } }, { projection: { user_id: 1, last_seen_at: 1, expires_at: 1 } })
      .toArray()
    return new Map(found.map((session) => [session._id, session]))
  })
  const liveOf = (userId: string) => sessions.find({ user_id: userId, ...live(now()) }).lean<Stored[]>()

  /** Each login clears up after its own insert, so that parallel ones leave no more than allowed either. */
  const endSurplus = async (userId: string, at: Date) => {
    const surplus = await liveOf(userId).sort({ created_at: -1, _id: 1 }).skip(mostPerUser).select({ _id: 1 })
    const idle = { last_seen_at: { $lte: new Date(at.getTime() - idleLife) } }
    await sessions.deleteMany({ user_id: userId, $or: [{ _id: { $in: surplus.map(({ _id }) => _id) } }, idle] })
  }

  return {
    prepare: () => sessions.createIndexes(),

    /** Opens a session with a new id of 256 random bits. `device` is shown to its owner. */
    async create(userId: string, device: string): Promise<string> {
      const at = now()
      const sid = randomBytes(32).toString('base64url')
      const expires_at = new Date(at.getTime() + sessionLife)
      await sessions.create({ _id: sid, user_id: userId, device, created_at: at, last_seen_at: at, expires_at })
      await endSurplus(userId, at)
      return sid
    },

    /** The session, unless it is over: ended, idle for too long, or past its absolute life. */
    async find(sid: string): Promise<Session | undefined> {
      const session = await read(sid)
      const at = now().getTime()
      if (!session || session.expires_at.getTime() <= at || session.last_seen_at.getTime() + idleLife <= at)
        return undefined
      return { sid, userId: session.user_id, lastSeenAt: session.last_seen_at }
    },

    /** Notes that a session is in use. */
    async touch({ sid, lastSeenAt }: Session): Promise<void> {
      const at = now()
      if (at.getTime() - lastSeenAt.getTime() < touchEvery) return
      await sessions.updateOne({ _id: sid }, { $set: { last_seen_at: at } })
    },

    async end(sid: string): Promise<void> {
      await sessions.deleteOne({ _id: sid })
    },

    /** The live sessions of a user, the latest used first. */
    async list(userId: string): Promise<OwnSession[]> {
      const found = await liveOf(userId).sort({ last_seen_at: -1, _id: 1 })
      return found.map(({ _id, created_at, last_seen_at, device }) => ({
        id: publicSessionId(_id),
        createdAt: created_at,
        lastSeenAt: last_seen_at,
        device,
      }))
    },

    /** Ends one of the user's sessions by the name it has in the list; `false` when there is none of that name. */
    async endOne(userId: string, id: string): Promise<boolean> {
      const found = (await liveOf(userId).select({ _id: 1 })).find(({ _id }) => publicSessionId(_id) === id)
      if (!found) return false
      return (await sessions.deleteOne({ _id: found._id })).deletedCount === 1
    },

    /** Ends every session of the user. */
    async endAll(userId: string): Promise<void> {
      await sessions.deleteMany({ user_id: userId })
    },
  }
}

export type SessionStore = ReturnType<typeof sessionStore>
