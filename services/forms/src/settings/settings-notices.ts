import { randomBytes } from 'node:crypto'
import { minutes } from '@app/contracts/durations'
import type { Collection } from 'mongodb'
import { Types } from 'mongoose'
import { outgoingMail } from '../inquiries/outgoing-mail'
import type { StoredMailing } from '../mailings/mailing'

/** Until then its change is stored, or was refused and has removed it. */
const heldFor = minutes(1)

export type SettingsNotice = {
  to: readonly string[]
  subject: string
  text: string
  by: string
  requestId: string
  isDue?: true
}

/** Mails to the addresses that inquiries went to, in the durable outbox of the mailings. */
export function settingsNotices(
  collection: () => Collection<StoredMailing>,
  mailDomain: string,
  now = () => new Date(),
) {
  return {
    /**
     * Stored before the change that it reports, so that no crash leaves a change that nobody was told; at worst one that did
     * not happen is reported. One that `isDue` reports nothing, and goes out at once.
     */
    async hold({ to, subject, text, by, requestId, isDue }: SettingsNotice): Promise<StoredMailing> {
      const at = now()
      const _id = new Types.ObjectId()
      const id = _id.toHexString()
      const threadKey = randomBytes(16).toString('hex')
      const notice: StoredMailing = {
        _id,
        subject,
        text,
        by,
        is_notice: true,
        thread_key: threadKey,
        idempotency_key: id,
        request_id: requestId,
        mails: to.map((address, n) => ({
          ...outgoingMail(
            { documentId: id, kind: 'mailing', to: address, name: `notice-${n}`, threadKey },
            { mailDomain, at },
          ),
          due_at: isDue ? at : new Date(at.getTime() + heldFor),
        })),
        created_at: at,
      }
      await collection().insertOne(notice)
      return notice
    },

    async drop({ _id }: Pick<StoredMailing, '_id'>): Promise<void> {
      await collection().deleteOne({ _id })
    },
  }
}

export type SettingsNotices = ReturnType<typeof settingsNotices>
