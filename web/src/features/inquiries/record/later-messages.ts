import type { InquiryDetails } from '@app/contracts/inquiries'
import type { RecordPartProps } from '#lib/table-extension'
import { messagesOf, type ThreadMessage } from '../inbox/messages'

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** What a record shows of a conversation next to the visitor's words: all that followed, and the first one where it has more than these. */
export function laterMessages(inquiry: InquiryDetails, record: RecordPartProps['record']): ThreadMessage[] {
  const [name, email, interest, message] = ['name', 'email', 'interest', 'message'].map((field) =>
    textOf(record[field]),
  )
  const all = messagesOf(inquiry, { visitor: { name: name!, email: email!, interest: interest!, message: message! } })
  const hasMore =
    all[0] && (all[0].attachments.length > 0 || all[0].html !== null || all[0].hasHtml || all[0].quoted !== '')
  return hasMore || inquiry.earlier ? all : all.slice(1)
}
