import { escapeHtml } from '@app/contracts/escape-html'
import { phoneHref } from '@app/contracts/website/page-texts'
import type { MailContent } from '../transport'

const end = '</div></body></html>'

/** The markup of a mail with one more paragraph at its end. */
export const withParagraph = (html: string, paragraph: string) =>
  html.endsWith(end) ? `${html.slice(0, -end.length)}${paragraph}${end}` : html

/** Either may be empty. */
export type Sender = { school: string; phone?: string | undefined }

/** Ends a mail with who sends it, as `Robin's Range, (555) 010-0199`, whose number can be called. Without a sender it stays as it is. */
export function withFooter(content: MailContent, { school, phone }: Sender): MailContent {
  const { text, html } = content
  const line = [school, phone].filter(Boolean).join(', ')
  if (!line) return content
  const call = phone && `<a href="${phoneHref(phone)}">${escapeHtml(phone)}</a>`
  const parts = [escapeHtml(school), call].filter(Boolean).join(', ')
  const footer = `<p class="quiet" style="margin-top:32px">${parts}</p>`
  return {
    ...content,
    // Mail programs take it for a signature, and leave it out of answers.
    text: `${text.trimEnd()}\n\n-- \n${line}\n`,
    html: withParagraph(html, footer),
  }
}
