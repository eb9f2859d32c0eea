import { hours, seconds } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'
import type { MailAllowance } from '@app/contracts/mailings'
import { schoolZone } from '@app/school-time/school-day'
import type { Db } from 'mongodb'
import type { MailCaps } from '../context'

/** The author of mails: a person or a service account. */
export type Spender = { id: string; isAccount?: boolean | undefined }

/** Mails that are about to be stored; the same `id` is counted once. Without `by` they count for the site only. */
export type Spending = { id: string; kind: 'reply' | 'note' | 'mailing' | 'reminder'; recipients: number; by?: Spender }

/** `passed` is set once it is within the caps: until then it may be taken back by the request that added it. */
type Entry = {
  _id: string
  kind: Spending['kind']
  recipients: number
  by: string | null
  at: Date
  passed?: true
}
type Used = { site: number; own: number; mailings: number }

const capWindow = hours(24)
const maxTimeMS = seconds(2)
const timeOf = new Intl.DateTimeFormat('en-US', { timeZone: schoolZone, hour: 'numeric', minute: '2-digit' })
const people = (count: number) => (count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`)

/**
 * Limits the recipients of mails of staff within 24 hours, counted where they enter the outbox: replies, copies, notes and
 * mailings for their author and the site, cancellations and reminders for the site in a budget of their own. Login codes, notifications,
 * thank-you and security mails are never counted.
 */
export function mailBudget(db: () => Db, caps: MailCaps, now = () => new Date()) {
  const entries = () => db().collection<Entry>('mail_recipients')
  const capOf = ({ isAccount }: Spender) => (isAccount ? caps.recipientsPerAccount : caps.recipientsPerPerson)
  const recent = () => ({ $gt: new Date(now().getTime() - capWindow) })
  const ofKind = (by: Spender | undefined) => (by ? { by: { $ne: null } } : { by: null })

  async function usedBy(by: Spender | undefined): Promise<Used> {
    const isOwn = { $eq: ['$by', { $literal: by?.id ?? null }] }
    const isMailing = { $and: [isOwn, { $eq: ['$kind', 'mailing'] }] }
    const [used] = await entries()
      .aggregate<Used>(
        [
          { $match: { at: recent(), ...ofKind(by) } },
          {
            $group: {
              _id: null,
              site: { $sum: '$recipients' },
              own: { $sum: { $cond: [isOwn, '$recipients', 0] } },
              mailings: { $sum: { $cond: [isMailing, 1, 0] } },
            },
          },
        ],
        { maxTimeMS },
      )
      .toArray()
    return used ?? { site: 0, own: 0, mailings: 0 }
  }

  /** When enough of what was counted is a day old for `wanted` more; `undefined`: never, it is more than the cap. */
  async function freeAt(filter: object, cap: number, wanted: number): Promise<Date | undefined> {
    const counted = await entries()
      .find({ at: recent(), passed: true, ...filter }, { projection: { at: 1, recipients: 1 }, maxTimeMS })
      .sort({ at: 1 })
      .toArray()
    let over = counted.reduce((sum, { recipients }) => sum + recipients, wanted - cap)
    if (over <= 0) return now()
    for (const { at, recipients } of counted) {
      over -= recipients
      if (over <= 0) return new Date(at.getTime() + capWindow)
    }
    return undefined
  }

  /** Why mails that are counted already are too many; `undefined`: they are not. */
  async function refusal({ kind, recipients, by }: Spending, used: Used): Promise<AppError | undefined> {
    const siteCap = by ? caps.recipientsPerSite : caps.noticesPerSite
    let text: string
    let left = 0
    let endsAt: Date | undefined
    if (by && kind === 'mailing' && used.mailings > caps.mailingsPerPerson) {
      text = `You can send ${caps.mailingsPerPerson} mailings within 24 hours.`
      const filter = { by: by.id, kind, passed: true as const, at: recent() }
      const oldest = await entries().findOne(filter, { sort: { at: 1 }, maxTimeMS })
      endsAt = oldest ? new Date(oldest.at.getTime() + capWindow) : now()
    } else {
      const isOverOwn = by !== undefined && used.own > capOf(by)
      if (!isOverOwn && used.site <= siteCap) return undefined
      const cap = isOverOwn ? capOf(by) : siteCap
      left = Math.max(0, cap - (isOverOwn ? used.own : used.site) + recipients)
      text = `${isOverOwn ? 'You' : 'The school'} can write to ${people(cap)} within 24 hours, ${left} of them from now on.`
      endsAt = await freeAt(isOverOwn ? { by: by.id } : ofKind(by), cap, recipients)
    }
    const advice = endsAt ? `Please try again after ${timeOf.format(endsAt)}.` : 'Please write to fewer people.'
    const retryAfter = endsAt ? Math.max(1, Math.ceil((endsAt.getTime() - now().getTime()) / seconds(1))) : 3_600
    const details = { left, endsAt: endsAt?.toISOString() ?? null }
    return new AppError('too_many_requests', `${text} ${advice}`, undefined, { retryAfter, details })
  }

  return {
    prepare: () =>
      entries().createIndexes([
        { key: { at: 1 }, name: 'ends', expireAfterSeconds: (2 * capWindow) / seconds(1) },
        { key: { by: 1, at: 1 }, name: 'by' },
      ]),

    /**
     * Counts mails before they are stored. They are added first and counted with the rest: of two at the same moment each counts the
     * other, so they cannot pass a cap together.
     * @throws AppError `too_many_requests` beyond a cap, with the number `left` and `endsAt`
     */
    async take(spending: Spending): Promise<void> {
      const { id, kind, recipients, by } = spending
      if (recipients === 0) return
      const { _id, ...entry }: Entry = { _id: id, kind, recipients, by: by?.id ?? null, at: now() }
      const stored = await entries().findOneAndUpdate(
        { _id },
        { $setOnInsert: entry },
        { upsert: true, returnDocument: 'after', maxTimeMS },
      )
      if (stored?.passed) return
      const refused = await refusal(spending, await usedBy(by))
      if (!refused) {
        await entries().updateOne({ _id }, { $set: { ...entry, passed: true } }, { upsert: true })
        return
      }
      await entries().deleteOne({ _id, passed: { $exists: false } })
      throw refused
    },

    /** Mail that was taken back before it was sent counts no more. */
    async giveBack(id: string): Promise<void> {
      await entries().deleteOne({ _id: id })
    },

    /** The number of people one may still write to, and the time when it grows. */
    async allowance(by: Spender): Promise<MailAllowance> {
      const used = await usedBy(by)
      const isOwn = capOf(by) - used.own <= caps.recipientsPerSite - used.site
      const [cap, spent, filter] = isOwn
        ? [capOf(by), used.own, { by: by.id }]
        : [caps.recipientsPerSite, used.site, ofKind(by)]
      const left = Math.max(0, cap - spent)
      const growsAt = spent > 0 ? await freeAt(filter, cap, left + 1) : undefined
      return { left, limit: cap, of: isOwn ? 'person' : 'site', growsAt: growsAt?.toISOString() ?? null }
    },
  }
}

export type MailBudget = ReturnType<typeof mailBudget>
