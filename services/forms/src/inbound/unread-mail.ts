import type { ReadAttachment } from './attachments'
import type { Kind } from './classify'
import type { MailContent } from './inbound-mail'

/** `ids`: Message-IDs of which one is that of the mail; `recipients`: the addresses that the report names; `keys`: what it returns of the mail. */
export type Report = { ids: string[]; recipients: string[]; keys: string[] }

export type ReadMail = {
  content: MailContent
  attachments: ReadAttachment[]
  kind: Kind
  reason: string
  isFlagged: boolean
  /** Message-IDs that it answers, the closest first. */
  answers: string[]
  authentication: string[]
  /** `From` names more than one person, or is there more than once. */
  hasSeveralSenders?: boolean
  /** It says that the mail box of development has written it. */
  isFromMailBox?: boolean
  /** That counts, since this is development: its sender is proven. */
  isTrusted?: boolean
  /** A server's report about a mail of ours. */
  bounce?: (Report & { status: string; permanent: boolean }) | undefined
  /** Its recipient marked a mail of ours as spam. */
  complaint?: Report | undefined
}

/** A mail of which nothing is read. */
export const unreadMail = (note: string): ReadMail => ({
  content: {
    message_id: '',
    from: { name: '', address: '' },
    to: [],
    subject: '',
    text: '',
    html: null,
    quoted: '',
    automated: false,
    readable: false,
    note,
    textless: 'unreadable',
  },
  attachments: [],
  kind: 'person',
  reason: '',
  isFlagged: false,
  answers: [],
  authentication: [],
})

/** Why a mail of this size has no text. */
export const tooLarge = 'The mail is larger than 20 MB and was not read. Look at it in your mailbox.'
