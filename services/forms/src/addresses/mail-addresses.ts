import type { Deliverability, DnsCheck } from '@app/contracts/deliverability'
import { seconds } from '@app/contracts/durations'
import { normalEmail } from '@app/contracts/entered-line'
import { type SuppressedAddress, type SuppressionReason, suppressedPageSize } from '@app/contracts/mail-addresses'
import { aboutPerson } from '@app/contracts/person-file'
import { unlessDuplicate } from '@app/mongo'
import { pageOf } from '@app/mongo/page-of'
import type { Db } from 'mongodb'

type StoredSetup = {
  _id: 'sender'
  domain?: string
  checks?: DnsCheck[]
  checked_at?: Date
  /** An admin asked to look again. */
  requested_at?: Date
}

/** Keeps the findings of the email worker about the sender of the mails. */
export function mailSetup(db: () => Db, now = () => new Date()) {
  const setups = () => db().collection<StoredSetup>('mail_setup')
  const find = () => setups().findOne({ _id: 'sender' }, { maxTimeMS })

  return {
    async read(): Promise<Deliverability['sender']> {
      const { domain, checks, checked_at } = (await find()) ?? {}
      return domain && checks && checked_at ? { domain, checks, checkedAt: checked_at.toISOString() } : null
    },

    request: () => setups().updateOne({ _id: 'sender' }, { $set: { requested_at: now() } }, { upsert: true }),

    /** True if the last look is older than `maxAgeMs`, or than a request. */
    async isDue(domain: string, maxAgeMs: number): Promise<boolean> {
      const found = await find()
      if (!found?.checked_at || found.domain !== domain) return true
      const { checked_at, requested_at } = found
      return (
        now().getTime() - checked_at.getTime() > maxAgeMs || (requested_at !== undefined && requested_at > checked_at)
      )
    },

    store: (domain: string, checks: DnsCheck[]) =>
      setups().updateOne({ _id: 'sender' }, { $set: { domain, checks, checked_at: now() } }, { upsert: true }),
  }
}

export type MailSetup = ReturnType<typeof mailSetup>

const maxTimeMS = seconds(2)

/** Without `reason` it is written to again, since `retried_at`. */
type StoredAddress = {
  _id: string
  reason?: SuppressionReason
  since?: Date
  status?: string | null
  retried_at?: Date
}
type Suppression = { reason: SuppressionReason; at: Date; status?: string | undefined }

/** The wish of an address's owner counts more than the report of a server. */
const weakerThan: Record<SuppressionReason, (SuppressionReason | null)[]> = {
  bounced: [null],
  complained: [null, 'bounced'],
  unsubscribed: [null, 'bounced', 'complained'],
}

const toWire = ({ _id, reason, since, status = null }: StoredAddress): SuppressedAddress => ({
  email: _id,
  reason: reason!,
  status,
  since: since!.toISOString(),
})

/** The addresses that mailings leave out. */
export function mailAddresses(db: () => Db, now = () => new Date()) {
  const addresses = () => db().collection<StoredAddress>('mail_addresses')
  const suppressed = { since: { $exists: true } }

  return {
    prepare: () => addresses().createIndex({ since: -1 }, { name: 'suppressed', sparse: true }),

    /** A repeat, and a report from before the last *Try again*, change nothing. */
    async suppress(email: string, { reason, at, status }: Suppression): Promise<void> {
      const due = {
        _id: email,
        reason: { $in: weakerThan[reason] as SuppressionReason[] },
        $or: [{ retried_at: { $exists: false } }, { retried_at: { $lte: at } }],
      }
      const $set = { reason, since: at, status: status ?? null }
      await unlessDuplicate(addresses().updateOne(due, { $set }, { upsert: true }))
    },

    /** Which of these are left out. */
    async find(emails: readonly string[]): Promise<SuppressedAddress[]> {
      const asked = emails.flatMap((email) => normalEmail(email) ?? [])
      if (asked.length === 0) return []
      const found = await addresses()
        .find({ _id: { $in: asked }, ...suppressed }, { maxTimeMS })
        .toArray()
      return found.map(toWire)
    },

    /** The latest first. */
    async page(number: number): Promise<{ data: SuppressedAddress[]; total: number }> {
      const wanted = { sort: { since: -1, _id: 1 }, page: number, size: suppressedPageSize, maxTimeMS } as const
      const { data, total } = await pageOf(addresses(), suppressed, wanted)
      return { data: data.map(toWire), total }
    },

    /** Writes to an address again. `false` when it is not left out. */
    async retry(email: string): Promise<boolean> {
      const { matchedCount } = await addresses().updateOne(
        { _id: email, ...suppressed },
        { $set: { retried_at: now() }, $unset: { reason: 1, since: 1, status: 1 } },
      )
      return matchedCount === 1
    },

    erase: (email: string) => addresses().deleteOne(aboutPerson.suppression(email)),
  }
}

export type MailAddresses = ReturnType<typeof mailAddresses>
