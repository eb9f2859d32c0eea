import { escapeHtml } from '@app/contracts/escape-html'
import type { MailContent } from '../transport'

const end = '</div></body></html>'

/** The markup of a mail with one more paragraph at its end. */
export const withParagraph = (html: string, paragraph: string) =>
  html.endsWith(end) ? `${html.slice(0, -end.length)}${paragraph}${end}` : html

/** Ends a mail with who sends it. Without a line it stays as it is. */
export function withFooter({ subject, text, html }: MailContent, line: string): MailContent {
  if (!line) return { subject, text, html }
  const footer = `<p style="margin-top:32px;font-size:14px;color:#55625a">${escapeHtml(line)}</p>`
  return {
    subject,
    // Mail programs take it for a signature, and leave it out of answers.
    text: `${text.trimEnd()}\n\n-- \n${line}\n`,
    html: withParagraph(html, footer),
  }
}
