import type { MailState } from './correspondents'

/** A mail that was sent, by the key that recognizes it. */
export type SentMail = { key: string; kind: string; size: number; state: MailState; inquiry: string | null }

/** A mail as it is stored. `files` counts what its record names and what there is. */
export type StoredMail = {
  id: string
  keys: readonly string[]
  state: MailState
  inquiry: string | null
  isPending: boolean
  rawLength: number | null
  files: { named: number; there: number }
}

/** What an inquiry knows of incoming mail. */
export type StoredConversation = { id: string; status: string; incoming: readonly string[] }

export type InboundEvidence = {
  sent: readonly SentMail[]
  stored: readonly StoredMail[]
  conversations: readonly StoredConversation[]
  /** Inquiries whose mail comes from programs only. */
  quiet: readonly string[]
}

/** What is not as promised, one line each: lost, twice, in a wrong place, or unknown to its inquiry. */
export function checkMails({ sent, stored, conversations, quiet }: InboundEvidence): string[] {
  const found: string[] = []
  const byKey = new Map<string, StoredMail[]>()
  for (const mail of stored) for (const key of mail.keys) byKey.set(key, [...(byKey.get(key) ?? []), mail])
  const wanted = new Map<string, string[]>()
  for (const { key, kind, size, state, inquiry } of sent) {
    const [mail, ...others] = byKey.get(key) ?? []
    if (!mail) {
      found.push(`${kind}: lost`)
      continue
    }
    if (others.length > 0) found.push(`${kind}: stored ${others.length + 1} times`)
    if (mail.state !== state) found.push(`${kind}: is ${mail.state} instead of ${state}`)
    if (mail.inquiry !== inquiry) found.push(`${kind}: in a wrong thread, ${mail.inquiry} instead of ${inquiry}`)
    if (mail.rawLength !== size) found.push(`${kind}: ${mail.rawLength} of its ${size} bytes are stored`)
    if (mail.files.named !== mail.files.there) found.push(`${kind}: files are missing`)
    if (mail.isPending) found.push(`${kind}: its inquiry may not know of it`)
    if (state === 'threaded') wanted.set(inquiry!, [...(wanted.get(inquiry!) ?? []), mail.id])
  }
  const keys = new Set(sent.map(({ key }) => key))
  for (const { id, keys: known } of stored)
    if (!known.some((key) => keys.has(key))) found.push(`mail ${id}: stored, though nobody sent it`)
  for (const { id, status, incoming } of conversations) {
    const expected = (wanted.get(id) ?? []).toSorted().join(' ')
    if (incoming.toSorted().join(' ') !== expected) found.push(`inquiry ${id}: knows of other mails than it has`)
    if (expected && status !== 'in_progress') found.push(`inquiry ${id}: was answered and is ${status}`)
    if (quiet.includes(id) && status !== 'answered') found.push(`inquiry ${id}: a program made it ${status}`)
  }
  return found
}
