import { days, seconds } from '@app/contracts/durations'
import type { Mailing, MailingDraft } from '@app/contracts/mailings'
import { isDuplicateKey } from '@app/mongo'
import type { Collection } from 'mongodb'
import { Types } from 'mongoose'
import { outgoingMail } from './outgoing-mail'
import type { OutgoingMail } from './submission-document'

const retention = days(30)

/** An email by staff to several people, with one outgoing mail per address. */
export type StoredMailing = {
  _id: Types.ObjectId
  subject: string
  text: string
  by: string
  idempotency_key: string
  request_id: string
  mails: OutgoingMail[]
  created_at: Date
}

type NewMailing = MailingDraft & { by: string; key: string; requestId: string }

export const toMailing = ({ _id, subject, by, created_at, mails }: StoredMailing): Mailing => ({
  id: _id.toHexString(),
  subject,
  by,
  at: created_at.toISOString(),
  recipients: mails.map(({ name = '', to, state, last_error }) => ({
    name,
    email: to,
    state,
    reason: last_error,
  })),
})

const sameContent = (stored: StoredMailing, { subject, text, recipients, by }: NewMailing) =>
  stored.subject === subject &&
  stored.text === text &&
  stored.by === by &&
  new Set(recipients.map(({ email }) => email)).size === stored.mails.length &&
  stored.mails.every(({ to }) => recipients.some(({ email }) => email === to))

export function mailingStore(collection: () => Collection<StoredMailing>, mailDomain: string, now = () => new Date()) {
  return {
    prepare: () =>
      collection().createIndexes([
        { key: { idempotency_key: 1 }, unique: true },
        { key: { 'mails.due_at': 1 } },
        { key: { 'mails.to': 1 } },
        { key: { created_at: 1 }, name: 'ends', expireAfterSeconds: retention / seconds(1) },
      ]),

    /** Stores a mailing once per key, with one mail per address. `undefined` when the key belongs to another mailing. */
    async insert(given: NewMailing): Promise<StoredMailing | undefined> {
      const { subject, text, by, key, requestId, recipients } = given
      const at = now()
      const _id = new Types.ObjectId()
      const unique = [...new Map(recipients.toReversed().map((one) => [one.email, one])).values()].toReversed()
      const mailing: StoredMailing = {
        _id,
        subject,
        text,
        by,
        idempotency_key: key,
        request_id: requestId,
        mails: unique.map(({ name, email: to }, i) => ({
          ...outgoingMail(
            { submissionId: _id.toHexString(), kind: 'mailing', to, name: `mailing-${i}` },
            { mailDomain, at },
          ),
          name,
        })),
        created_at: at,
      }
      try {
        await collection().insertOne(mailing)
        return mailing
      } catch (error) {
        if (!isDuplicateKey(error)) throw error
      }
      const earlier = await collection().findOne({ idempotency_key: key })
      return earlier && sameContent(earlier, given) ? earlier : undefined
    },

    /** Removes an address from every mailing; what waits to be sent to it is not sent. */
    async erase(email: string): Promise<number> {
      const { modifiedCount } = await collection().updateMany({ 'mails.to': email }, [
        { $set: { mails: { $filter: { input: '$mails', as: 'mail', cond: { $ne: ['$$mail.to', email] } } } } },
      ])
      return modifiedCount
    },

    async find(id: string): Promise<StoredMailing | undefined> {
      return (await collection().findOne({ _id: new Types.ObjectId(id) })) ?? undefined
    },
  }
}

export type MailingStore = ReturnType<typeof mailingStore>
