import { type Db, ObjectId } from 'mongodb'
import type { InboundMail } from '../../../services/forms/src/inbound/inbound-mail'
import { outgoingMail, subjectToken } from '../../../services/forms/src/inquiries/outgoing-mail'
import type { Submission } from '../../../services/forms/src/inquiries/submission-document'
import type { Seeded } from '../seeded-random'

const mailDomain = 'localhost'
/** The address that the product receives mail for. */
export const school = 'hello@archery.example'
/** The server whose verdicts the product believes. */
export const trustedHost = 'mx.archery.example'

type Conversation = { id: string; email: string; name: string; messageId: string; olderId: string; token: string }

/** Whom mail comes from. `quiet` conversations receive mail of programs only, which changes nothing. */
export type Correspondents = {
  talking: Conversation[]
  quiet: Conversation[]
  /** Addresses with two open inquiries each. */
  doubled: string[]
  /** Addresses whose messages staff marked as spam. */
  marked: string[]
}

const hex = ({ between }: Seeded, length: number) => Array.from({ length }, () => between(0, 15).toString(16)).join('')

type Stored = Partial<Submission> & { _id: ObjectId }

/**
 * Inquiries that were answered twice, as the product stores them, and the conversations that they are: at least `talking` in which visitors
 * write.
 */
export function createCorrespondents(
  seeded: Seeded,
  at: Date,
  talking = 0,
): { people: Correspondents; inquiries: Stored[] } {
  const inquiries: Stored[] = []
  function inquiry(email: string, change: Partial<Submission> = {}): Conversation {
    const id = hex(seeded, 24)
    const threadKey = hex(seeded, 32)
    const sent = (name: string) => ({
      ...outgoingMail({ documentId: id, kind: 'reply', to: email, name, threadKey }, { mailDomain, at }),
      ...{ state: 'sent' as const, due_at: null, sent_at: at },
    })
    const mails = [sent('reply-one'), sent('reply-two')]
    const replies = mails.map(({ message_id }) => ({ message_id, subject: 'Hi', text: 'Hi', by: 'a@b.example', at }))
    const name = `Visitor ${inquiries.length}`
    inquiries.push({
      ...{ _id: new ObjectId(id), form_id: 'contact_form', name, email, interest: 'Other', message: 'Hello there.' },
      ...{ request_id: id, mails, replies, mail_state: 'sent', mail_error: null, mail_version: 1 },
      ...{ status: 'answered', spam: false, spam_reason: null, due_by: at, reminded_at: null, answered_at: at },
      ...{ closed_at: null, thread_key: threadKey, created_at: at, updated_at: at, ...change },
    })
    const token = subjectToken(threadKey, id)
    return { id, email, name, messageId: mails[1]!.message_id, olderId: mails[0]!.message_id, token }
  }
  const many = (count: number, name: string) =>
    Array.from({ length: count }, (_, n) => inquiry(`${name}${n}@visitors.example`))
  const people: Correspondents = {
    talking: many(Math.max(60, talking), 'talking'),
    quiet: many(20, 'quiet'),
    doubled: [],
    marked: [],
  }
  for (let n = 0; n < 5; n++) {
    const [doubled, marked] = [`doubled${n}@visitors.example`, `marked${n}@visitors.example`]
    inquiry(doubled, { status: 'new' })
    inquiry(doubled, { status: 'in_progress' })
    inquiry(marked, { spam: true, spam_reason: 'marked' })
    people.doubled.push(doubled)
    people.marked.push(marked)
  }
  return { people, inquiries }
}

export const storeInquiries = (db: Db, inquiries: readonly Stored[]) =>
  db.collection<Stored>('contact_submissions').insertMany([...inquiries])

export type MailState = InboundMail['state']
