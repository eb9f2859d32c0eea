import { minutes } from '@app/contracts/durations'
import { documentOptions } from '@app/mongo'
import { secretHash } from '@app/session'
import { type Connection, Schema } from 'mongoose'

/** Life of the options for creating or using a passkey. */
const challengeLife = minutes(10)

type Stored = { _id: string; purpose: string; expires_at: Date }

const schema = new Schema<Stored>(
  { _id: String, purpose: String, expires_at: Date },
  { ...documentOptions, timestamps: false, collection: 'passkey_challenges' },
)
schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 })

/** Challenges that wait for their answer, each for one use. Two tabs may have one each. */
export function passkeyChallengeStore(connection: Connection, now = () => new Date()) {
  const challenges = connection.model<Stored>('PasskeyChallenge', schema)
  return {
    prepare: () => challenges.createIndexes(),

    /** `purpose`: the user who adds a passkey, or `sign-in`. */
    async begin(purpose: string, challenge: string): Promise<void> {
      const expires_at = new Date(now().getTime() + challengeLife)
      await challenges.create({ _id: secretHash(challenge), purpose, expires_at })
    },

    /** Ends a challenge; `true` for exactly one caller, and for its own purpose only. */
    async take(purpose: string, challenge: string): Promise<boolean> {
      const filter = { _id: secretHash(challenge), purpose, expires_at: { $gt: now() } }
      return (await challenges.deleteOne(filter)).deletedCount === 1
    },
  }
}

export type PasskeyChallengeStore = ReturnType<typeof passkeyChallengeStore>
