import { escapeHtml } from '@app/contracts/escape-html'
import type { MailContent } from '../transport'
import { type Sender, senderLine, withFooter, withParagraph } from './footer'
import { fillPlaceholders, firstName, page, paragraphs } from './markup'

const leave = (address: string) =>
  `<p class="quiet"><a href="${escapeHtml(address)}">Get no more of these emails</a></p>`

/** An email by staff to one of several recipients. `values` are the school's; those of the recipient come first. */
export function renderMailing(
  { subject, text, unsubscribe }: { subject: string; text: string; unsubscribe?: string | undefined },
  name: string,
  { values = {}, sender }: { values?: Readonly<Record<string, string>>; sender: Sender },
): MailContent {
  const filled = { ...values, name, first_name: firstName(name) || 'there' }
  const [line, body] = [subject, text].map((template) => fillPlaceholders(template, filled)) as [string, string]
  const signed = withFooter(
    { subject: line, text: `${body}\n`, html: page(line, paragraphs(body, { isOurs: true })) },
    sender,
  )
  if (!unsubscribe) return signed
  const farewell = `${senderLine(sender) ? '' : '\n-- \n'}To get no more of these emails: ${unsubscribe}\n`
  return { ...signed, text: signed.text + farewell, html: withParagraph(signed.html, leave(unsubscribe)) }
}
