import type { MailContent } from '../transport'
import { escapeHtml, fill, page } from './markup'

/** The visitor's confirmation, from the subject and text that the form configuration holds. */
export function renderThankYou(
  { subject, template }: { subject: string; template: string },
  values: Readonly<Record<string, string>>,
): MailContent {
  const text = fill(template, values)
  const filled = fill(subject, values)
  const paragraphs = text
    .split(/\n{2,}/)
    .map((part) => `<p style="white-space:pre-wrap;overflow-wrap:anywhere">${escapeHtml(part)}</p>`)
  return { subject: filled, text, html: page(filled, paragraphs.join('')) }
}
