import { createHash, randomBytes } from 'node:crypto'
import { minutes } from '@app/contracts/durations'
import { documentOptions } from '@app/mongo'
import { type Connection, Schema } from 'mongoose'

/** Life of the options for creating or using a passkey. */
export const challengeLife = minutes(10)

type Stored = { _id: string; challenge: string; purpose: string; expires_at: Date }

const schema = new Schema<Stored>(
  { _id: String, challenge: String, purpose: String, expires_at: Date },
  { ...documentOptions, timestamps: false, collection: 'passkey_challenges' },
)
schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 })

const hashOf = (id: string) => createHash('sha256').update(id).digest('base64url')

/** Challenges that wait for their answer. Only the browser holds the id; its hash is stored. */
export function passkeyChallengeStore(connection: Connection, now = () => new Date()) {
  const challenges = connection.model<Stored>('PasskeyChallenge', schema)
  return {
    prepare: () => challenges.createIndexes(),

    /** `purpose`: the user who adds a passkey, or `sign-in`. Returns the id for the browser. */
    async begin(purpose: string, challenge: string): Promise<string> {
      const id = randomBytes(32).toString('base64url')
      const expires_at = new Date(now().getTime() + challengeLife)
      await challenges.create({ _id: hashOf(id), challenge, purpose, expires_at })
      return id
    },

    /** Ends a challenge and returns it, to one caller and for its own purpose only. */
    async take(id: string, purpose: string): Promise<string | undefined> {
      const filter = { _id: hashOf(id), purpose, expires_at: { $gt: now() } }
      return (await challenges.findOneAndDelete(filter).lean<Stored>())?.challenge
    },
  }
}

export type PasskeyChallengeStore = ReturnType<typeof passkeyChallengeStore>
