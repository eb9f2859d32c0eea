import type { ReadAttachment } from './attachments'
import type { Kind } from './classify'
import type { MailContent, StoredBounce } from './inbound-mail'

export type ReadMail = {
  content: MailContent
  attachments: ReadAttachment[]
  kind: Kind
  reason: string
  isFlagged: boolean
  /** Message-IDs that it answers, the closest first. */
  answers: string[]
  authentication: string[]
  bounce?: StoredBounce | undefined
  /** The mail of ours that its recipient marked as spam. */
  complainedAbout?: string | undefined
}

/** A mail of which nothing is read. */
export const unreadMail = (note: string): ReadMail => ({
  content: {
    ...{ message_id: '', from: { name: '', address: '' }, to: [], subject: '' },
    ...{ text: '', html: null, quoted: '', automated: false, readable: false, note },
  },
  attachments: [],
  ...{ kind: 'person', reason: '', isFlagged: false, answers: [], authentication: [] },
})

/** Why a mail of this size has no text. */
export const tooLarge = 'The mail is larger than 20 MB and was not read. Look at it in your mailbox.'
