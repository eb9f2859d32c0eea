import type { InboundFiles } from './models/inbound-files'
import { type InboundJournal, newMailId, type Received } from './models/journal'
import { contentKey, senderOf } from './raw-mail'

type Deps = {
  journal: Pick<InboundJournal, 'recognizes' | 'add'>
  files: Pick<InboundFiles, 'add' | 'remove'>
  now?: () => Date
}
type Incoming = Partial<Pick<Received, 'is_cut' | 'envelope'>> & {
  raw: Buffer
  /** Names the copy in its mailbox. */
  sourceKey?: string
  receivedAt?: Date
}

/**
 * Stores a raw mail, once. When it resolves, the mail survives a crash of any one server: only then may whoever sent it be told. A repeat
 * at any step, also after a crash, leaves one.
 */
export const receiveMail =
  ({ journal, files, now = () => new Date() }: Deps) =>
  async ({ raw, sourceKey, receivedAt, ...about }: Incoming): Promise<'stored' | 'known'> => {
    const keys = [contentKey(raw), ...(sourceKey ? [sourceKey] : [])]
    if (await journal.recognizes(keys)) return 'known'
    const at = now()
    const id = newMailId()
    const file = await files.add(raw, { mail: id, kind: 'raw' })
    const received_at = receivedAt && receivedAt < at ? receivedAt : at
    if (await journal.add({ id, keys, raw: file, size: raw.length, received_at, sender: senderOf(raw), ...about }))
      return 'stored'
    await files.remove(file)
    await journal.recognizes(keys)
    return 'known'
  }

export type ReceiveMail = ReturnType<typeof receiveMail>
