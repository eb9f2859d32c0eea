import type { MailContent } from '../transport'
import { fill, page, paragraphs } from './markup'

/** The visitor's confirmation, from the subject and text that the form configuration holds. */
export function renderThankYou(
  { subject, template }: { subject: string; template: string },
  values: Readonly<Record<string, string>>,
): MailContent {
  const text = fill(template, values)
  const filled = fill(subject, values)
  return { subject: filled, text, html: page(filled, paragraphs(text)) }
}
