import { escapeHtml } from '@app/contracts/escape-html'
import type { MailContent } from '../transport'
import {
  fillPlaceholders,
  firstName,
  pacificTime,
  page,
  paragraphs,
  type Sender,
  senderLine,
  withFooter,
  withParagraph,
} from './markup'

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

/** The visitor's confirmation, from the form's subject and template. */
export function renderThankYou(
  { subject, template }: { subject: string; template: string },
  values: Readonly<Record<string, string>>,
): MailContent {
  const text = fillPlaceholders(template, values)
  const filled = fillPlaceholders(subject, values)
  return { subject: filled, text, html: page(filled, paragraphs(text)) }
}

/** An answer by staff, with the visitor's message quoted below it. */
export function renderReply(
  { subject, text }: { subject: string; text: string },
  { message, receivedAt }: { message: string; receivedAt: Date },
): MailContent {
  const wrote = `On ${pacificTime(receivedAt)} you wrote:`
  const quoted = message.replace(/^/gm, '> ')
  return {
    subject,
    text: `${text}\n\n${wrote}\n\n${quoted}\n`,
    html: page(
      subject,
      `${paragraphs(text, { isOurs: true })}<p style="margin-top:32px">${escapeHtml(wrote)}</p>` +
        `<blockquote class="quoted" style="white-space:pre-wrap;overflow-wrap:anywhere">${escapeHtml(message)}</blockquote>`,
    ),
  }
}
