import { escapeHtml } from '@app/contracts/escape-html'
import type { MailContent } from '../transport'
import { page, paragraphs } from './markup'
import { pacificTime } from './pacific-time'

/** An answer by staff, with the visitor's message quoted below it. */
export function renderReply(
  { subject, text }: { subject: string; text: string },
  { message, receivedAt }: { message: string; receivedAt: Date },
): MailContent {
  const wrote = `On ${pacificTime(receivedAt)} you wrote:`
  const quoted = message.replace(/^/gm, '> ')
  return {
    subject,
    text: `${text}\n\n${wrote}\n\n${quoted}\n`,
    html: page(
      subject,
      `${paragraphs(text, { isOurs: true })}<p style="margin-top:32px">${escapeHtml(wrote)}</p>` +
        `<blockquote class="quoted" style="white-space:pre-wrap;overflow-wrap:anywhere">${escapeHtml(message)}</blockquote>`,
    ),
  }
}
