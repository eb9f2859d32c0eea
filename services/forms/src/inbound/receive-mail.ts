import type { InboundFiles } from './inbound-files'
import { type InboundJournal, newMailId, type Received } from './journal'
import { contentKey } from './raw-mail'

type Deps = {
  journal: Pick<InboundJournal, 'recognize' | 'add'>
  files: Pick<InboundFiles, 'add' | 'remove'>
  now?: () => Date
}
export type Incoming = Partial<Pick<Received, 'is_cut' | 'envelope'>> & {
  raw: Buffer
  /** Names the copy in its mailbox. */
  sourceKey?: string
  receivedAt?: Date
}
type Keyed = Incoming & { keys: string[] }

/** Copies of one mail are one. */
function withKeys(incoming: readonly Incoming[]): Keyed[] {
  const mails = new Map<string, Keyed>()
  for (const mail of incoming) {
    const content = contentKey(mail.raw)
    const known = mails.get(content) ?? { ...mail, keys: [content] }
    if (mail.sourceKey) known.keys.push(mail.sourceKey)
    mails.set(content, known)
  }
  return [...mails.values()]
}

/**
 * Stores raw mails, each once, with a few writes for all of them. When it resolves, they survive a crash of any one server: only then may
 * they be acknowledged. A repeat at any step, also after a crash, leaves one of each.
 */
export const receiveMails =
  ({ journal, files, now = () => new Date() }: Deps) =>
  async (incoming: readonly Incoming[]): Promise<void> => {
    const mails = withKeys(incoming)
    const known = await journal.recognize(mails)
    const at = now()
    const added = mails.filter((mail) => !known.has(mail)).map((mail) => ({ ...mail, id: newMailId() }))
    if (added.length === 0) return
    const stored = await files.add(added.map(({ id, raw }) => ({ bytes: raw, metadata: { mail: id, kind: 'raw' } })))
    const received = added.map(({ id, keys, raw, receivedAt, is_cut, envelope }, n): Received => {
      const received_at = receivedAt && receivedAt < at ? receivedAt : at
      const about = { ...(is_cut && { is_cut }), ...(envelope && { envelope }) }
      return { id, keys, raw: stored[n]!, size: raw.length, received_at, ...about }
    })
    const others = await journal.add(received)
    if (others.length === 0) return
    await files.remove(others.map(({ raw }) => raw))
    await journal.recognize(others)
  }

export type ReceiveMails = ReturnType<typeof receiveMails>
