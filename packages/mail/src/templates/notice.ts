import { escapeHtml } from '@app/contracts/escape-html'
import type { MailContent } from '../transport'
import { button, page } from './markup'

/** `name` stands before the address in the text, `label` is the link in HTML. */
type NoticeLink = { name: string; label: string; url: string }

const inHtml = (text: string) => escapeHtml(text).replaceAll('\n', '<br>')

/** A mail of plain paragraphs that ends with one link. */
export const notice = (
  subject: string,
  paragraphs: readonly string[],
  { name, label, url }: NoticeLink,
): MailContent => ({
  subject,
  text: `${paragraphs.join('\n\n')}\n\n${name}: ${url}\n`,
  html: page(subject, `${paragraphs.map((one) => `<p>${inHtml(one)}</p>`).join('')}${button(label, url)}`),
})
