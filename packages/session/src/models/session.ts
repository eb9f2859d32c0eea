import { combineReads } from '@app/concurrency/share-reads'
import { minutes } from '@app/contracts/durations'
import { documentOptions } from '@app/mongo'
import { type Connection, Schema } from 'mongoose'
import { newSecret, secretHash, sessionLife } from '../token'

/** A session ends after this long without a request, unless it is kept for the day. */
const idleLife = minutes(30)
/** The last use is written at most this often. */
const touchInterval = minutes(1)
/** Live sessions per user; a further one ends the oldest. */
const maxSessionsPerUser = 5

/** `sid` is the stored hash of the id in the token. `signedInAt` is when its user last proved who they are. */
export type Session = { sid: string; userId: string; lastSeenAt: Date; signedInAt: Date }
/** A session as its owner sees it. */
export type OwnSession = { id: string; createdAt: Date; lastSeenAt: Date; device: string; kept: boolean }

type Stored = {
  _id: string
  user_id: string
  device: string
  kept: boolean
  created_at: Date
  last_seen_at: Date
  expires_at: Date
}

const schema = new Schema<Stored>(
  {
    _id: String,
    user_id: { type: String, required: true },
    device: { type: String, default: '' },
    kept: { type: Boolean, default: false },
    created_at: { type: Date, required: true },
    last_seen_at: { type: Date, required: true },
    expires_at: { type: Date, required: true },
  },
  { ...documentOptions, timestamps: false, collection: 'sessions' },
)
schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 })
schema.index({ user_id: 1, created_at: 1 })

/** Names a session in lists. */
export const publicSessionId = (sid: string) => secretHash(sid).slice(0, 22)

const idleLimit = ({ kept }: Pick<Stored, 'kept'>) => (kept ? sessionLife : idleLife)

/** Live sessions. A session that is not stored is over, whatever its token says. */
export function sessionStore(connection: Connection, now = () => new Date()) {
  const sessions = connection.model('Session', schema)
  const notIdle = (at: Date) => ({
    $or: [{ kept: true }, { last_seen_at: { $gt: new Date(at.getTime() - idleLife) } }],
  })
  const live = (at: Date) => ({ expires_at: { $gt: at }, ...notIdle(at) })
  const read = combineReads(async (ids) => {
    // The driver is three times as fast as mongoose here, and every request waits for this read.
    const projection = { user_id: 1, kept: 1, created_at: 1, last_seen_at: 1, expires_at: 1 }
    const found = await connection
      .collection<Stored>('sessions')
      .find({ _id: { $in: ids } }, { projection })
      .toArray()
    return new Map(found.map((session) => [session._id, session]))
  })
  const liveOf = (userId: string) => sessions.find({ user_id: userId, ...live(now()) }).lean<Stored[]>()

  /** Runs after each insert, so that parallel logins leave no more than allowed either. */
  const endSurplus = async (userId: string, at: Date) => {
    const surplus = await liveOf(userId).sort({ created_at: -1, _id: 1 }).skip(maxSessionsPerUser).select({ _id: 1 })
    const idle = { kept: { $ne: true }, last_seen_at: { $lte: new Date(at.getTime() - idleLife) } }
    await sessions.deleteMany({ user_id: userId, $or: [{ _id: { $in: surplus.map(({ _id }) => _id) } }, idle] })
  }

  return {
    prepare: () => sessions.createIndexes(),

    /** Opens a session and returns the id for its token: 256 random bits. `device` is shown to its owner. */
    async create(userId: string, device: string, { kept = false } = {}): Promise<string> {
      const at = now()
      const tokenSid = newSecret()
      const expires_at = new Date(at.getTime() + sessionLife)
      const times = { created_at: at, last_seen_at: at, expires_at }
      await sessions.create({ _id: secretHash(tokenSid), user_id: userId, device, kept, ...times })
      await endSurplus(userId, at)
      return tokenSid
    },

    /** The session of a token, unless it is over: ended, idle for too long, or past its absolute life. */
    async find(tokenSid: string): Promise<Session | undefined> {
      const session = await read(secretHash(tokenSid))
      const at = now().getTime()
      if (!session || session.expires_at.getTime() <= at) return undefined
      if (session.last_seen_at.getTime() + idleLimit(session) <= at) return undefined
      const { _id: sid, user_id: userId, last_seen_at: lastSeenAt, created_at: signedInAt } = session
      return { sid, userId, lastSeenAt, signedInAt }
    },

    /** Records that a session is in use. */
    async touch({ sid, lastSeenAt }: Pick<Session, 'sid' | 'lastSeenAt'>): Promise<void> {
      const at = now()
      if (at.getTime() - lastSeenAt.getTime() < touchInterval) return
      await sessions.updateOne({ _id: sid }, { $set: { last_seen_at: at } })
    },

    /** Ends a session; `true` when it was one that is kept for the day. */
    async end(sid: string): Promise<boolean> {
      const ended = await sessions.findOneAndDelete({ _id: sid }).lean<Stored>()
      return ended?.kept === true
    },

    /** The live sessions of a user, the latest used first. */
    async list(userId: string): Promise<OwnSession[]> {
      const found = await liveOf(userId).sort({ last_seen_at: -1, _id: 1 })
      return found.map(({ _id, created_at, last_seen_at, device, kept }) => ({
        id: publicSessionId(_id),
        createdAt: created_at,
        lastSeenAt: last_seen_at,
        device,
        kept: kept === true,
      }))
    },

    /** When each of these users was last seen in a live session. */
    async lastSeen(userIds: readonly string[]): Promise<Map<string, Date>> {
      const found = await sessions
        .find({ user_id: { $in: userIds }, ...live(now()) })
        .sort({ last_seen_at: 1 })
        .lean<Stored[]>()
      return new Map(found.map(({ user_id, last_seen_at }) => [user_id, last_seen_at]))
    },

    /** Ends one of the user's sessions by its public id; `false` when there is none. */
    async endOne(userId: string, id: string): Promise<boolean> {
      const found = (await liveOf(userId).select({ _id: 1 })).find(({ _id }) => publicSessionId(_id) === id)
      if (!found) return false
      return (await sessions.deleteOne({ _id: found._id })).deletedCount === 1
    },

    /** Ends every session of the user; returns how many were live. */
    async endAll(userId: string): Promise<number> {
      const ended = await liveOf(userId).countDocuments()
      await sessions.deleteMany({ user_id: userId })
      return ended
    },

    /** Ends every session of the user, and the calendar feeds, which read for the user without one. */
    async endEverywhere(userId: string): Promise<void> {
      const endFeeds = () => connection.collection('calendar_feeds').deleteMany({ user_id: userId })
      // Before, so that what a crash leaves can be repeated by a session; after, for one that a session added meanwhile.
      await endFeeds()
      await this.endAll(userId)
      await endFeeds()
    },
  }
}

export type SessionStore = ReturnType<typeof sessionStore>
