import { createHash, randomUUID } from 'node:crypto'
import type { Conversation, StoredDraft } from '@app/contracts/conversations'
import { days, seconds } from '@app/contracts/durations'
import { conflict, invalidField, notFound } from '@app/contracts/errors'
import type { Colleague, InboxPage, InboxRow, InboxView } from '@app/contracts/inbox'
import type { Inquiry } from '@app/contracts/inquiries'
import type { DeliveryQueue } from '@app/mail'
import type { MailBudget } from '../addresses/mail-budget'
import type { ArrivedMails } from '../inbound/arrived-mails'
import { senderOf } from '../inbound/messages'
import { queueMails } from '../inquiries/inquiry-mails'
import { outgoingMail } from '../inquiries/outgoing-mail'
import { type StoredReplyDraft, type Submission, visitorFields } from '../inquiries/submission-document'
import { type Assigner, type ColleagueStore, checkAssignee, type FindPerson } from '../replies/colleagues'
import { existingInquiry, type InquiryStore } from '../replies/inquiry'
import type { InquiryActions } from '../replies/inquiry-actions'
import { firstLine, newestMessage, toInquiry } from '../replies/newest-message'
import { type ReplyFiles, toReplyFile } from '../replies/reply-files'
import { matchingLine, searchedWords } from '../search/words'
import type { InboxEntry, InboxStore } from './inbox'
import type { TeamworkStore } from './teamwork'

/** `@ana` or `@ana@example.com`, not inside of a word or an address. */
const mention = /(?<![\w.@-])@([\w.+-]+(?:@[\w.-]+)?)/g

/** The colleagues that a note mentions by their handle or address, each once. A dot at the end belongs to the sentence. */
export function mentioned(text: string, colleagues: readonly Colleague[]): Colleague[] {
  const names = new Set(Array.from(text.matchAll(mention), ([, name = '']) => name.replace(/[.-]+$/, '').toLowerCase()))
  return colleagues.filter(({ handle, email }) => names.has(handle.toLowerCase()) || names.has(email.toLowerCase()))
}

type InboxDeps = {
  inbox: InboxStore
  teamwork: TeamworkStore
  colleagues: ColleagueStore
  inquiries: Pick<InquiryStore, 'find'>
  assign: InquiryActions['assign']
  person: FindPerson
  mail: Pick<DeliveryQueue, 'deliver'>
  files: Pick<ReplyFiles, 'find'>
  /** The mails of conversations, with as much of their texts as a search looks through. */
  said: ArrivedMails['said']
  budget: Pick<MailBudget, 'take'>
  mailDomain: string
  now?: () => Date
}
type Person = { id: string; email: string; requestId: string; isAccount?: true | undefined }

/** Whoever has changed a draft within this time is writing. */
const writingFor = seconds(30)
const maxSnooze = days(365)

const iso = (at: Date | null | undefined) => at?.toISOString() ?? null

function toRow(stored: InboxEntry, names: ReadonlyMap<string, string>): InboxRow {
  const { name = '', email = '', status = 'new', spam = false, due_by, snoozed_until, assignee = null } = stored
  const { text, at, isOurs, from } = newestMessage(stored)
  return {
    id: stored._id.toHexString(),
    name,
    email,
    status,
    spam,
    isOurs,
    at,
    assignee,
    line: firstLine(text),
    ...(from && { from }),
    dueBy: iso(due_by),
    snoozedUntil: iso(snoozed_until),
    assigneeName: (assignee && names.get(assignee)) ?? null,
  }
}

/** The texts of its conversation that an inquiry itself holds. */
const ownTexts = ({
  message = '',
  replies = [],
  team_notes = [],
  newest_in,
}: InboxEntry): { text: string; from: InboxRow['from'] }[] => [
  ...[message, ...replies.flatMap(({ text, subject }) => [text, subject]), ...team_notes.map(({ text }) => text)].map(
    (text) => ({ text, from: undefined }),
  ),
  { text: newest_in?.text ?? '', from: newest_in?.from },
]

const toDraft = ({ _id }: Submission, { subject, text, cc, files = [] }: StoredReplyDraft): Conversation['draft'] => ({
  subject,
  text,
  ...(cc && { cc }),
  files: files.map((file) => toReplyFile(_id.toHexString(), file)),
})

/** The inbox of a team: its views, and what the team does with a conversation next to answering it. */
export function inboxActions(deps: InboxDeps) {
  const {
    inbox,
    teamwork,
    colleagues,
    inquiries,
    assign,
    files,
    person: findPerson,
    mail,
    said,
    budget,
    mailDomain,
    now = () => new Date(),
  } = deps

  const existing = (id: string) => existingInquiry(inquiries, id)

  async function toConversation(stored: Submission, person: string): Promise<Conversation> {
    const since = now().getTime() - writingFor
    const [earlier, team] = await Promise.all([inbox.earlier(stored), colleagues.list()])
    const names = new Map(team.map(({ id, name }) => [id, name]))
    const drafts = stored.reply_drafts ?? []
    const own = drafts.find((draft) => draft.person === person)
    return {
      id: stored._id.toHexString(),
      visitor: visitorFields(stored),
      notes: (stored.team_notes ?? []).map(({ id, text, by, at, mentions }) => ({
        id,
        text,
        by,
        at: at.toISOString(),
        mentions: mentions.map(({ name }) => name),
      })),
      draft: own ? toDraft(stored, own) : null,
      replying: drafts
        .filter((draft) => draft.person !== person && draft.at.getTime() > since)
        .map((draft) => names.get(draft.person) ?? draft.by),
      earlier: earlier.map((one) => ({
        id: one._id.toHexString(),
        receivedAt: one.created_at.toISOString(),
        status: one.status ?? 'new',
        spam: one.spam ?? false,
        line: firstLine(one.message ?? ''),
      })),
    }
  }

  return {
    async page(view: InboxView, page: number, person: string): Promise<InboxPage> {
      const [found, counts, team] = await Promise.all([
        inbox.page(view, person, page),
        inbox.counts(person),
        colleagues.list(),
      ])
      const names = new Map(team.map(({ id, name }) => [id, name]))
      return { data: found.map((stored) => toRow(stored, names)), total: counts[view] ?? 0, counts }
    },

    /** Searches all conversations; a row shows a line that says what was searched for. */
    async search(q: string, page: number, person: string): Promise<InboxPage> {
      const words = searchedWords(q)
      const [{ found, total }, counts, team] = await Promise.all([
        inbox.search(words, page),
        inbox.counts(person),
        colleagues.list(),
      ])
      const names = new Map(team.map(({ id, name }) => [id, name]))
      const lines = new Map(found.map((stored) => [String(stored._id), matchingLine(ownTexts(stored), words)]))
      for await (const mail of said(found.map(({ _id }) => _id))) {
        const texts = [mail.text ?? '', mail.subject ?? ''].map((text) => ({ text, from: senderOf(mail) }))
        const id = String(mail.inquiry)
        lines.set(id, matchingLine(texts, words, lines.get(id)))
      }
      const data = found.map((stored) => {
        const row = toRow(stored, names)
        const best = lines.get(String(stored._id))
        return best ? { ...row, line: best.line, isOurs: false, from: best.of.from } : row
      })
      return { data, total, counts }
    },

    colleagues: () => colleagues.list(),

    conversation: async (id: string, person: string) => toConversation(await existing(id), person),

    async assign(id: string, person: string | null, action: string, assigner: Assigner): Promise<Inquiry> {
      await existing(id)
      if (person) await checkAssignee(findPerson, person)
      return assign(id, person, action, assigner)
    },

    async snooze(id: string, until: string | null, action: string): Promise<Inquiry> {
      await existing(id)
      const at = until === null ? null : new Date(until)
      const ahead = until ? Date.parse(until) - now().getTime() : 1
      if (ahead <= 0 || ahead > maxSnooze) throw invalidField('until', 'Choose a time within the next year.')
      const changed = await teamwork.snooze(id, at, action)
      if (!changed) throw conflict('This inquiry is closed or held as spam.')
      return toInquiry(changed)
    },

    /** Adds a note and mails it to those it mentions. Calls with the same `key` add one note. */
    async addNote(id: string, text: string, by: Person, key: string = randomUUID()): Promise<Conversation> {
      await existing(id)
      const noteId = createHash('sha256').update(`${by.id}/${key}`).digest('hex').slice(0, 16)
      const at = now()
      const to = mentioned(text, await colleagues.list()).filter((one) => one.id !== by.id)
      const mails = to.map(({ email, id: colleague }) =>
        outgoingMail(
          { documentId: id, kind: 'mention', to: email, name: `mention-${noteId}-${colleague}` },
          { mailDomain, at, requestId: by.requestId },
        ),
      )
      const spender = { id: by.id, isAccount: by.isAccount }
      await budget.take({ id: `${id}.note-${noteId}`, kind: 'note', recipients: mails.length, by: spender })
      const mentions = mails.map(({ message_id }, n) => ({ message_id, name: to[n]!.name }))
      const changed = await teamwork.addNote(id, { id: noteId, text, by: by.email, at, mentions }, mails)
      if (changed) await queueMails(mail, changed, by.requestId)
      return toConversation(changed ?? (await existing(id)), by.id)
    },

    async keepDraft(id: string, draft: StoredDraft, by: Person): Promise<void> {
      const { subject, text, cc, files: ids = [] } = draft
      const held = await files.find(id, ids)
      if (!(await teamwork.keepDraft(id, by.id, by.email, { subject, text, ...(cc && { cc }), files: held })))
        throw notFound('There is no such inquiry.')
    },
  }
}

export type InboxActions = ReturnType<typeof inboxActions>
