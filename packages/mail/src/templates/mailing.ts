import { escapeHtml } from '@app/contracts/escape-html'
import type { MailContent } from '../transport'
import { fillPlaceholders, page, paragraphs } from './markup'

const leave = (address: string) =>
  `<p style="font-size:14px"><a href="${escapeHtml(address)}">Get no more of these emails</a></p>`

/** An email by staff to one of several recipients. */
export function renderMailing(
  { subject, text, unsubscribe }: { subject: string; text: string; unsubscribe?: string | undefined },
  name: string,
): MailContent {
  const [firstName = ''] = name.trim().split(/\s+/)
  const filled = fillPlaceholders(text, { name, first_name: firstName || 'there' })
  const farewell = unsubscribe ? `\n--\nTo get no more of these emails: ${unsubscribe}\n` : ''
  const body = `${paragraphs(filled)}${unsubscribe ? leave(unsubscribe) : ''}`
  return { subject, text: `${filled}\n${farewell}`, html: page(subject, body) }
}
