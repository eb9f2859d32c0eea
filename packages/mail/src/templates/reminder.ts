import { escapeHtml } from '@app/contracts/escape-html'
import type { MailContent } from '../transport'
import { page } from './markup'
import { pacificTime } from './pacific-time'

/** Tells the school that the response time of an inquiry is nearly over. */
export function renderReminder({
  name,
  interest,
  receivedAt,
  dueBy,
  recordUrl,
}: {
  name: string
  interest: string
  receivedAt: Date
  dueBy: Date
  recordUrl: string
}): MailContent {
  const subject = `Not answered yet: ${interest} - ${name}`
  const lines = [
    `The inquiry from ${name} (${interest}) has not been answered yet.`,
    `It was received on ${pacificTime(receivedAt)}. We promised a reply within 24 hours, by ${pacificTime(dueBy)}.`,
  ]
  return {
    subject,
    text: `${lines.join('\n\n')}\n\nRecord: ${recordUrl}\n`,
    html: page(
      subject,
      `${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')}` +
        `<p><a href="${escapeHtml(recordUrl)}">Open the record and reply</a></p>`,
    ),
  }
}
