import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { days } from '@app/contracts/durations'
import { documentOptions, isDuplicateKey } from '@app/mongo'
import { type Connection, type QueryFilter, Schema } from 'mongoose'
import {
  addressBudgets,
  type Budget,
  codeLife,
  guessBudgets,
  maxFailuresInARow,
  type Pool,
  pauseAfterFailures,
  slotBudgets,
  triesPerCode,
} from './code-budgets'

/** Six digits, each value equally likely, leading zeros kept. */
export const newCode = () => String(randomInt(1_000_000)).padStart(6, '0')

/**
 * The stored form of a code. Without the pepper, which is not in the database, the million possible codes cannot be tried
 * against it; the challenge and the address tie it to one request.
 */
export const codeDigest = (pepper: string, challengeId: string, email: string, code: string) =>
  createHmac('sha256', pepper)
    .update(JSON.stringify([challengeId, email, code]))
    .digest('base64url')

/** Compares in constant time. */
export function sameDigest(left: string, right: string): boolean {
  const a = Buffer.from(left)
  const b = Buffer.from(right)
  return a.length === b.length && timingSafeEqual(a, b)
}

type Event = { id: string; at: Date }
type Stored = {
  _id: string
  challenge?: { id: string; digest: string; tries: number; expires_at: Date }
  /** Newest first. */
  sent: Event[]
  wrong: Event[]
  /** Wrong codes since the last right one. */
  failures: number
  paused_until?: Date
  purge_at: Date
}

const event = new Schema<Event>({ id: String, at: Date }, { _id: false, strict: 'throw' })
const schema = new Schema<Stored>(
  {
    _id: String,
    challenge: new Schema(
      { id: String, digest: String, tries: Number, expires_at: Date },
      { _id: false, strict: 'throw' },
    ),
    sent: { type: [event], default: undefined },
    wrong: { type: [event], default: undefined },
    failures: Number,
    paused_until: Date,
    purge_at: Date,
  },
  { ...documentOptions, timestamps: false, collection: 'login_codes' },
)
schema.index({ purge_at: 1 }, { expireAfterSeconds: 0 })

/**
 * "Not used up" as a filter: with the newest event first, a budget of five an hour is free while the fifth one is missing
 * or older than an hour. Without an `$and`, which keeps some servers from finding the document by its id.
 */
const withinBudgets = (list: 'sent' | 'wrong', budgets: readonly Budget[], at: Date): QueryFilter<Stored> =>
  Object.fromEntries(
    budgets.map(({ count, span }) => [`${list}.${count - 1}.at`, { $not: { $gt: new Date(at.getTime() - span) } }]),
  )

const prepend = (one: Event, budgets: readonly Budget[]) => ({
  $each: [one],
  $position: 0,
  $slice: Math.max(...budgets.map(({ count }) => count)),
})

/** One browser or network that requests codes for an address. `key` never holds an address in the clear. */
export type Slot = { pool: Pool; key: string }
/** A challenge id names its slot, so that a code is found again from another network. */
export const challengeIdOf = ({ pool, key }: Slot, random: string) => `${pool === 'known' ? 'k' : 'o'}${key}.${random}`
const poolOf = (challengeId: string): Pool => (challengeId.startsWith('k') ? 'known' : 'open')
const slotId = (email: string, challengeId: string) => `${email}|${challengeId.split('.')[0]}`
const addressId = (email: string, pool: Pool) => (pool === 'known' ? `${email}|known` : email)

/**
 * Login codes and their budgets. A slot has one living challenge; the budgets of an address cover all its slots. Every rule
 * is decided by an atomic update, so it holds for any number of replicas, and nothing is granted again when Redis is emptied.
 */
export function loginCodeStore(connection: Connection, now = () => new Date()) {
  const codes = connection.model<Stored>('LoginCode', schema)
  const purgeAt = (at: Date) => new Date(at.getTime() + days(1))
  const keepFailures = (at: Date) => new Date(at.getTime() + days(60))

  /** Counts one event unless a budget is used up: then the upsert collides with the existing document. */
  const consume = async (filter: QueryFilter<Stored>, update: object): Promise<Stored | undefined> => {
    try {
      const after = await codes
        .findOneAndUpdate(filter, update, { upsert: true, returnDocument: 'after' })
        .lean<Stored>()
      return after ?? undefined
    } catch (error) {
      if (isDuplicateKey(error)) return undefined
      throw error
    }
  }
  const consumeSend = (_id: string, budgets: readonly Budget[], sent: Event) =>
    consume(
      { _id, ...withinBudgets('sent', budgets, sent.at), paused_until: { $not: { $gt: sent.at } } },
      { $push: { sent: prepend(sent, budgets) }, $max: { purge_at: purgeAt(sent.at) } },
    )

  return {
    prepare: () => codes.createIndexes(),

    /** Replaces the challenge of its slot; `false` when a budget is used up. Known browsers count apart from the address. */
    async issue(email: string, challenge: { id: string; digest: string }): Promise<boolean> {
      const sent = { id: challenge.id, at: now() }
      const pool = poolOf(challenge.id)
      const _id = slotId(email, challenge.id)
      if (!(await consumeSend(_id, slotBudgets[pool], sent))) return false
      if (pool === 'open' && !(await consumeSend(addressId(email, pool), addressBudgets, sent))) return false
      const expires_at = new Date(sent.at.getTime() + codeLife)
      await codes.updateOne({ _id }, { $set: { challenge: { ...challenge, tries: 0, expires_at } } })
      return true
    },

    /** True while `challengeId` is the living challenge of its slot. */
    isCurrent: async (email: string, challengeId: string) =>
      (await codes.exists({
        _id: slotId(email, challengeId),
        'challenge.id': challengeId,
        'challenge.expires_at': { $gt: now() },
      })) !== null,

    /**
     * Counts one attempt and returns the digest to compare with. The attempt is counted before the code is compared, so
     * concurrent guesses cannot share one. `undefined`: no living challenge, or a budget is used up.
     */
    async takeAttempt(email: string, challengeId: string, attempt: string): Promise<string | undefined> {
      const at = now()
      const before = await codes
        .findOneAndUpdate(
          {
            _id: slotId(email, challengeId),
            'challenge.id': challengeId,
            'challenge.expires_at': { $gt: at },
            'challenge.tries': { $lt: triesPerCode },
          },
          { $inc: { 'challenge.tries': 1 } },
        )
        .lean<Stored>()
      if (!before?.challenge) return undefined
      const pool = poolOf(challengeId)
      const budgets = guessBudgets[pool]
      const counted = await consume(
        { _id: addressId(email, pool), ...withinBudgets('wrong', budgets, at), paused_until: { $not: { $gt: at } } },
        {
          $push: { wrong: prepend({ id: attempt, at }, budgets) },
          $inc: { failures: 1 },
          $max: { purge_at: keepFailures(at) },
        },
      )
      return counted && before.challenge.digest
    },

    /** Ends the challenge; `true` for exactly one caller, whose attempt no longer counts as wrong. Other guesses still do. */
    async spend(email: string, challengeId: string, attempt: string): Promise<boolean> {
      const { modifiedCount } = await codes.updateOne(
        { _id: slotId(email, challengeId), 'challenge.id': challengeId },
        { $unset: { challenge: 1 } },
      )
      if (modifiedCount !== 1) return false
      const address = { _id: addressId(email, poolOf(challengeId)) }
      await codes.updateOne(address, { $pull: { wrong: { id: attempt } }, $set: { failures: 0 } })
      return true
    },

    /** Pauses codes for an address after too many failures in a row; `true` once per pause, for the caller to notify. */
    async pauseIfGuessed(email: string, challengeId: string): Promise<boolean> {
      const at = now()
      const paused_until = new Date(at.getTime() + pauseAfterFailures)
      const { modifiedCount } = await codes.updateOne(
        { _id: addressId(email, poolOf(challengeId)), failures: { $gte: maxFailuresInARow } },
        { $set: { failures: 0, paused_until } },
      )
      return modifiedCount === 1
    },
  }
}

export type LoginCodeStore = ReturnType<typeof loginCodeStore>
