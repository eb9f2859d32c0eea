import { days, seconds } from '@app/contracts/durations'
import { unlessDuplicate } from '@app/mongo'
import type { Db } from 'mongodb'
import type { InboundMail } from './inbound-mail'

/** Of one network within a UTC day, and of all mail outside of conversations. */
export type InboundLimits = { mailsPerNetwork: number; bytesPerNetwork: number; bytesInAll: number }

/** `network`: `undefined` for the machines of the school itself, which count in all only. */
type Arriving = { network: string | undefined; bytes: number }

type Counted = { _id: string; mails: number; bytes: number; at: Date }

/** The sum of what is stored is read this often; in between each worker adds what it takes itself. */
const sumFor = seconds(30)
const maxTimeMS = seconds(5)

/** Limits the mail that is taken from strangers: a full disk would stop the contact form, too. */
export function inboundQuotas(db: () => Db, limits: InboundLimits, now = () => new Date()) {
  const counted = () => db().collection<Counted>('inbound_quotas')
  let sum = { bytes: 0, at: Number.NEGATIVE_INFINITY }

  /** The bytes that anybody can fill: mail in conversations, and what staff have put there, is not among it. */
  async function stored(): Promise<number> {
    if (now().getTime() - sum.at < sumFor) return sum.bytes
    const [found] = await db()
      .collection<InboundMail>('inbound_mails')
      .aggregate<{ bytes: number }>(
        [{ $match: { state: { $ne: 'threaded' } } }, { $group: { _id: null, bytes: { $sum: '$size' } } }],
        { maxTimeMS },
      )
      .toArray()
    sum = { bytes: found?.bytes ?? 0, at: now().getTime() }
    return sum.bytes
  }

  /** Takes so much of the day of a network; `false`: there is not so much left. Workers at the same moment cannot pass it together. */
  async function takeOf(network: string, mails: number, bytes: number): Promise<boolean> {
    if (mails > limits.mailsPerNetwork || bytes > limits.bytesPerNetwork) return false
    const at = now()
    const room = { mails: { $lte: limits.mailsPerNetwork - mails }, bytes: { $lte: limits.bytesPerNetwork - bytes } }
    const take = () =>
      counted().updateOne(
        { _id: `${at.toISOString().slice(0, 10)} ${network}`, ...room },
        { $inc: { mails, bytes }, $setOnInsert: { at } },
        { upsert: true },
      )
    // The first mail of a day may be that of two workers.
    return (await unlessDuplicate(take())) || unlessDuplicate(take())
  }

  return {
    prepare: () => counted().createIndex({ at: 1 }, { name: 'ends', expireAfterSeconds: days(2) / seconds(1) }),

    /** Counts these mails, in their order; `false` for each that is beyond a limit, and is to stay where it is. */
    async take(mails: readonly Arriving[]): Promise<boolean[]> {
      let left = limits.bytesInAll - (await stored())
      const fits = mails.map(({ bytes }) => {
        if (bytes > left) return false
        left -= bytes
        return true
      })
      const byNetwork = new Map<string, number[]>()
      for (const [at, { network }] of mails.entries())
        if (fits[at] && network) byNetwork.set(network, [...(byNetwork.get(network) ?? []), at])
      for (const [network, some] of byNetwork) {
        const bytes = some.reduce((total, at) => total + mails[at]!.bytes, 0)
        if (await takeOf(network, some.length, bytes)) continue
        for (const at of some) fits[at] = await takeOf(network, 1, mails[at]!.bytes)
      }
      sum.bytes += mails.reduce((total, { bytes }, at) => total + (fits[at] ? bytes : 0), 0)
      return fits
    },
  }
}

export type InboundQuotas = ReturnType<typeof inboundQuotas>
