import { days, hours, minutes, seconds } from '@app/contracts/durations'
import { documentOptions, isDuplicateKey } from '@app/mongo'
import { type Connection, type QueryFilter, Schema } from 'mongoose'

/** Life of a code. */
export const codeLife = minutes(10)
/** Pause between two codes for one address. */
export const resendPause = seconds(60)
const triesPerCode = 5

/** A budget: at most `count` events within `span`. The largest `count` is how many instants are kept. */
type Budget = { count: number; span: number }
const sendBudgets: readonly Budget[] = [
  { count: 1, span: resendPause },
  { count: 5, span: hours(1) },
  { count: 10, span: days(1) },
]
const wrongTryBudgets: readonly Budget[] = [
  { count: 10, span: hours(1) },
  { count: 30, span: days(1) },
]

type Stored = {
  _id: string
  challenge?: { id: string; digest: string; tries: number; expires_at: Date }
  /** Newest first. */
  sent: Date[]
  wrong_tries: Date[]
  purge_at: Date
}

const schema = new Schema<Stored>(
  {
    _id: String,
    challenge: new Schema(
      { id: String, digest: String, tries: Number, expires_at: Date },
      { _id: false, strict: 'throw' },
    ),
    sent: [Date],
    wrong_tries: [Date],
    purge_at: Date,
  },
  { ...documentOptions, timestamps: false, collection: 'login_codes' },
)
schema.index({ purge_at: 1 }, { expireAfterSeconds: 0 })

/**
 * "Not yet used up" as a filter: with the newest instant first, a budget of five an hour is free while the fifth one is
 * missing or older than an hour. Without an `$and`, which keeps some servers from finding the document by its id.
 */
const withinBudgets = (list: 'sent' | 'wrong_tries', budgets: readonly Budget[], at: Date): QueryFilter<Stored> =>
  Object.fromEntries(
    budgets.map(({ count, span }) => [`${list}.${count - 1}`, { $not: { $gt: new Date(at.getTime() - span) } }]),
  )

const prepend = (at: Date, budgets: readonly Budget[]) => ({
  $each: [at],
  $position: 0,
  $slice: Math.max(...budgets.map(({ count }) => count)),
})

/**
 * Login codes and their budgets: one document an address, so that every rule is decided by one atomic update, in any
 * number of replicas, and nothing is granted again when Redis is emptied.
 */
export function loginCodeStore(connection: Connection, now = () => new Date()) {
  const codes = connection.model<Stored>('LoginCode', schema)
  const purgeAt = (at: Date) => new Date(at.getTime() + days(1))

  return {
    prepare: () => codes.createIndexes(),

    /** Puts a new challenge in the place of any older one; `false` when the address had enough codes for now. */
    async issue(email: string, challenge: { id: string; digest: string }): Promise<boolean> {
      const at = now()
      try {
        await codes.updateOne(
          { _id: email, ...withinBudgets('sent', sendBudgets, at) },
          {
            $set: {
              challenge: { ...challenge, tries: 0, expires_at: new Date(at.getTime() + codeLife) },
              purge_at: purgeAt(at),
            },
            $push: { sent: prepend(at, sendBudgets) },
          },
          { upsert: true },
        )
        return true
      } catch (error) {
        // The address has its document and the budgets did not match it: the upsert ran into its own key.
        if (isDuplicateKey(error)) return false
        throw error
      }
    },

    /** True while `challengeId` is the living challenge of the address. */
    isCurrent: async (email: string, challengeId: string) =>
      (await codes.exists({ _id: email, 'challenge.id': challengeId, 'challenge.expires_at': { $gt: now() } })) !==
      null,

    /**
     * Spends one try and returns the digest to compare with. The try is counted before anybody looks at the code, so
     * guesses sent at the same moment cannot share one. `undefined`: no living challenge, or no tries left.
     */
    async takeTry(email: string, challengeId: string): Promise<string | undefined> {
      const at = now()
      const before = await codes
        .findOneAndUpdate(
          {
            _id: email,
            'challenge.id': challengeId,
            'challenge.expires_at': { $gt: at },
            'challenge.tries': { $lt: triesPerCode },
            ...withinBudgets('wrong_tries', wrongTryBudgets, at),
          },
          {
            $inc: { 'challenge.tries': 1 },
            $push: { wrong_tries: prepend(at, wrongTryBudgets) },
            $set: { purge_at: purgeAt(at) },
          },
        )
        .lean<Stored>()
      return before?.challenge?.digest
    },

    /** Ends the challenge; `true` for exactly one caller. The budget of wrong tries starts anew: the owner was here. */
    async spend(email: string, challengeId: string): Promise<boolean> {
      const { modifiedCount } = await codes.updateOne(
        { _id: email, 'challenge.id': challengeId },
        { $unset: { challenge: 1 }, $set: { wrong_tries: [] } },
      )
      return modifiedCount === 1
    },
  }
}

export type LoginCodeStore = ReturnType<typeof loginCodeStore>
