import { randomBytes } from 'node:crypto'
import { minutes } from '@app/contracts/durations'
import { documentOptions } from '@app/mongo'
import { type Connection, Schema } from 'mongoose'
import { sessionLife } from '../cookie'

/** A session ends after this long without a request. */
const idleLife = minutes(30)
/** Each request counts as use, but it is written down at most this often. */
const touchEvery = minutes(1)

export type Session = { sid: string; userId: string; lastSeenAt: Date }

const schema = new Schema(
  {
    _id: String,
    user_id: { type: String, required: true },
    last_seen_at: { type: Date, required: true },
    expires_at: { type: Date, required: true },
  },
  { ...documentOptions, collection: 'sessions' },
)
schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 })
schema.index({ user_id: 1, created_at: 1 })

type Stored = { _id: string; user_id: string; last_seen_at: Date; expires_at: Date }

/** Live sessions. A session that is not in here is over, whatever its token says. */
export function sessionStore(connection: Connection, now = () => new Date()) {
  const sessions = connection.model('Session', schema)
  return {
    prepare: () => sessions.createIndexes(),

    /** Opens a session with a new id of 256 random bits. */
    async create(userId: string): Promise<string> {
      const at = now()
      const sid = randomBytes(32).toString('base64url')
      await sessions.create({
        _id: sid,
        user_id: userId,
        last_seen_at: at,
        expires_at: new Date(at.getTime() + sessionLife),
      })
      return sid
    },

    /** The session, unless it is over: ended, idle for too long, or past its absolute life. */
    async find(sid: string): Promise<Session | undefined> {
      const session = await sessions.findById(sid).lean<Stored>()
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
  }
}

export type SessionStore = ReturnType<typeof sessionStore>
