import { escapeHtml } from '@app/contracts/escape-html'
import type { MailContent } from '../transport'
import { button, fillPlaceholders, pacificTime, page } from './markup'
import { notice, withAddress } from './notice'

/** Tells the school about an inquiry: every field with its title, the time of receipt (Pacific) and a link to the record. */
export function renderNotification({
  subjectTemplate,
  fields,
  receivedAt,
  recordUrl,
}: {
  subjectTemplate: string
  fields: readonly { name: string; title: string; text: string }[]
  receivedAt: Date
  recordUrl: string
}): MailContent {
  const subject = fillPlaceholders(subjectTemplate, Object.fromEntries(fields.map(({ name, text }) => [name, text])))
  const received = pacificTime(receivedAt)
  const text = [
    ...fields.map(({ title, text }) => (text.includes('\n') ? `${title}:\n${text}` : `${title}: ${text}`)),
    `Received: ${received}`,
    `Record: ${recordUrl}`,
  ].join('\n\n')
  const rows = fields
    .map(
      ({ title, text }) =>
        `<dt style="font-weight:bold">${escapeHtml(title)}</dt>` +
        `<dd style="margin:0 0 16px;white-space:pre-wrap;overflow-wrap:anywhere">${escapeHtml(text)}</dd>`,
    )
    .join('')
  const html = page(
    subject,
    `<h1 style="font-size:20px">${escapeHtml(subject)}</h1><dl>${rows}</dl>` +
      `<p>Received ${escapeHtml(received)}</p>${button('Open the record', recordUrl)}`,
  )
  return { subject, text, html }
}

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
