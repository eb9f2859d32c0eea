import type { MailContent } from '../transport'
import { fillPlaceholders, page, paragraphs } from './markup'

/** The visitor's confirmation, from the form's subject and template. */
export function renderThankYou(
  { subject, template }: { subject: string; template: string },
  values: Readonly<Record<string, string>>,
): MailContent {
  const text = fillPlaceholders(template, values)
  const filled = fillPlaceholders(subject, values)
  return { subject: filled, text, html: page(filled, paragraphs(text)) }
}
