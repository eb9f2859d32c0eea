import type { Deliverability, DnsCheck } from '@app/contracts/deliverability'
import { seconds } from '@app/contracts/durations'
import type { Db } from 'mongodb'

const maxTimeMS = seconds(2)

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
