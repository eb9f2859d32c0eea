import { escapeHtml } from '@app/contracts/escape-html'
import { phoneHref } from '@app/contracts/phone-href'
import type { MailContent } from '../transport'

const end = '</div></body></html>'

/** The markup of a mail with one more paragraph at its end. */
export const withParagraph = (html: string, paragraph: string) =>
  html.endsWith(end) ? `${html.slice(0, -end.length)}${paragraph}${end}` : html

/** Either may be empty. */
export type Sender = { school: string; phone?: string | undefined }

/** `Robin's Range, (555) 010-0199`; empty without a sender. */
export const senderLine = ({ school, phone }: Sender) => [school, phone].filter(Boolean).join(', ')

/** Ends a mail with who sends it, with a number that can be called. Without a sender it stays as it is. */
export function withFooter(content: MailContent, sender: Sender): MailContent {
  const { text, html } = content
  const line = senderLine(sender)
  if (!line) return content
  const { school, phone } = sender
  const call = phone && `<a href="${phoneHref(phone)}">${escapeHtml(phone)}</a>`
  const footer = `<p class="quiet" style="margin-top:32px">${senderLine({ school: escapeHtml(school), phone: call })}</p>`
  return {
    ...content,
    // Mail programs take it for a signature, and leave it out of answers.
    text: `${text.trimEnd()}\n\n-- \n${line}\n`,
    html: withParagraph(html, footer),
  }
}
