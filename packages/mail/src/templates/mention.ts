import { escapeHtml } from '@app/contracts/escape-html'
import type { MailContent } from '../transport'
import { page } from './markup'

/** Tells a colleague about a note that mentions them. `about`: whose inquiry it is on. */
export function renderMention({
  by,
  about,
  text,
  url,
}: {
  by: string
  about: string
  text: string
  url: string
}): MailContent {
  const subject = `${by} mentioned you: ${about}`
  return {
    subject,
    text: `${by} wrote a note on the inquiry from ${about}:\n\n${text}\n\nInbox: ${url}\n`,
    html: page(
      subject,
      `<p>${escapeHtml(by)} wrote a note on the inquiry from ${escapeHtml(about)}:</p>` +
        `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>` +
        `<p><a href="${escapeHtml(url)}">Open the inbox</a></p>`,
    ),
  }
}
