import { minutes, seconds } from '@app/contracts/durations'
import type { MailSource } from '@app/contracts/messages'
import { takeLease } from '@app/mongo/take-lease'
import type { Db } from 'mongodb'
import type { StoredToken } from './oauth-token'

const maxTimeMS = seconds(2)
/** A mail source that no worker has reported on for this long is not open. */
const staleAfter = minutes(3)
const leaseMs = seconds(30)

type Left = { validity: string; day: string; uids: number[] }

type StoredMailSource = {
  _id: MailSource['kind']
  seen_at: Date
  worked_at: Date | null
  reason: string | null
  /** The process that reads the mailbox, until when. */
  lease?: { holder: string; until: Date }
  /** Per UIDVALIDITY, the first UID that was not there when the mailbox was read last. */
  next?: { validity: string; uid: number }
  /** Mails that are beyond a quota of this day, and stay unread in the mailbox. */
  left?: Left
  /** Of the mailbox, where its provider replaces refresh tokens. */
  token?: StoredToken
}

/** The ways by which mail comes in, as the workers report them, and which worker reads the mailbox. */
export function mailSources(db: () => Db, now = () => new Date()) {
  const sources = () => db().collection<StoredMailSource>('inbound_doors')

  return {
    leaseMs,

    async report(
      kind: MailSource['kind'],
      { reason = null, worked = false }: { reason?: string | null; worked?: boolean },
    ) {
      const at = now()
      await sources().updateOne(
        { _id: kind },
        {
          $set: { seen_at: at, reason, ...(worked && { worked_at: at }) },
          ...(!worked && { $setOnInsert: { worked_at: null } }),
        },
        { upsert: true },
      )
    },

    /** Takes or renews the right to read the mailbox. `false` while another worker has it. */
    async hold(kind: MailSource['kind'], holder: string): Promise<boolean> {
      const at = now()
      const fields = { holder: 'lease.holder', until: 'lease.until' }
      const more = { $set: { seen_at: at }, $setOnInsert: { worked_at: null, reason: null } }
      return (await takeLease(sources(), kind, { holder, at, ms: leaseMs, fields }, more)) !== undefined
    },

    giveUp: (kind: MailSource['kind'], holder: string) =>
      sources().updateOne({ _id: kind, 'lease.holder': holder }, { $unset: { lease: 1 } }),

    /**
     * From which UID on the mailbox holds mail that was not there the last time, and when that was. `undefined` after UIDVALIDITY has
     * changed.
     */
    async progress(
      kind: MailSource['kind'],
      validity: string,
    ): Promise<{ next: number | undefined; workedAt: Date | null; left: Left | undefined }> {
      const found = await sources().findOne(
        { _id: kind },
        { projection: { next: 1, worked_at: 1, left: 1 }, maxTimeMS },
      )
      const next = found?.next?.validity === validity ? found.next.uid : undefined
      const left = found?.left?.validity === validity ? found.left : undefined
      return { next, workedAt: found?.worked_at ?? null, left }
    },

    noteNextUid: (kind: MailSource['kind'], holder: string, validity: string, uid: number) =>
      sources().updateOne({ _id: kind, 'lease.holder': holder }, { $set: { next: { validity, uid } } }),

    noteLeft: (kind: MailSource['kind'], holder: string, left: Left) =>
      sources().updateOne({ _id: kind, 'lease.holder': holder }, { $set: { left } }),

    readToken: async () => (await sources().findOne({ _id: 'imap' }, { projection: { token: 1 }, maxTimeMS }))?.token,
    storeToken: async (token: StoredToken) =>
      void (await sources().updateOne({ _id: 'imap' }, { $set: { token } }, { upsert: true })),

    async list(): Promise<MailSource[]> {
      const found = await sources().find({}, { maxTimeMS }).toArray()
      return (['imap', 'smtp'] as const).map((kind) => {
        const source = found.find(({ _id }) => _id === kind)
        const isStale = !source || now().getTime() - source.seen_at.getTime() > staleAfter
        if (isStale) return { kind, state: 'off', at: source?.worked_at?.toISOString() ?? null, reason: null }
        const { reason, worked_at } = source
        const left = source.left?.uids.length
        const at = worked_at?.toISOString() ?? null
        return { kind, state: reason ? 'failing' : 'open', at, reason, ...(left && { left }) }
      })
    },
  }
}

export type MailSources = ReturnType<typeof mailSources>
