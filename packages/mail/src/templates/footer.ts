import { escapeHtml } from '@app/contracts/escape-html'
import type { MailContent } from '../transport'

const end = '</div></body></html>'

/** The markup of a mail with one more paragraph at its end. */
export const withParagraph = (html: string, paragraph: string) =>
  html.endsWith(end) ? `${html.slice(0, -end.length)}${paragraph}${end}` : html

/** Ends a mail with who sends it. Without a line it stays as it is. */
export function withFooter(content: MailContent, line: string): MailContent {
  const { text, html } = content
  if (!line) return content
  const footer = `<p class="quiet" style="margin-top:32px">${escapeHtml(line)}</p>`
  return {
    ...content,
    // Mail programs take it for a signature, and leave it out of answers.
    text: `${text.trimEnd()}\n\n-- \n${line}\n`,
    html: withParagraph(html, footer),
  }
}
