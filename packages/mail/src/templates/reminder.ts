import type { MailContent } from '../transport'
import { pacificTime } from './markup'
import { notice, withAddress } from './notice'

type Unanswered = { name: string; email: string; interest: string; receivedAt: Date; dueBy: Date; recordUrl: string }

/** Tells the school that the response time of an inquiry is nearly over. */
export function renderReminder({ name, email, interest, receivedAt, dueBy, recordUrl }: Unanswered): MailContent {
  const subject = `Not answered yet: ${interest} - ${name}`
  const lines = [
    `The inquiry from ${withAddress(name, email)} about ${interest} has not been answered yet.`,
    `It was received on ${pacificTime(receivedAt)}. We promised a reply by ${pacificTime(dueBy)}.`,
  ]
  return notice(subject, lines, { name: 'Record', label: 'Open the record and reply', url: recordUrl })
}
