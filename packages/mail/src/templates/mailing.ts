import type { MailContent } from '../transport'
import { fillPlaceholders, page, paragraphs } from './markup'

/** An email by staff to one of several recipients. */
export function renderMailing({ subject, text }: { subject: string; text: string }, name: string): MailContent {
  const [firstName = ''] = name.trim().split(/\s+/)
  const filled = fillPlaceholders(text, { name, first_name: firstName || 'there' })
  return { subject, text: `${filled}\n`, html: page(subject, paragraphs(filled)) }
}
