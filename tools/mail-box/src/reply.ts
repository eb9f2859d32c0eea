import { randomUUID } from 'node:crypto'
import { escapeHtml } from '@app/contracts/escape-html'
import { sendFailure } from '@app/mail'
import { mailTransport } from '@app/mail/smtp-transport'
import * as v from 'valibot'
import type { Message } from './message'

/** `POST /api/messages/:id/reply`; the content of an attachment is base64. */
export const replyDraft = v.object({
  text: v.pipe(v.string(), v.minLength(1), v.maxLength(100_000)),
  subject: v.optional(v.pipe(v.string(), v.maxLength(500))),
  attachments: v.optional(
    v.pipe(
      v.array(v.object({ name: v.string(), type: v.optional(v.string()), content: v.pipe(v.string(), v.base64()) })),
      v.maxLength(10),
    ),
  ),
})
type ReplyDraft = v.InferOutput<typeof replyDraft>

/** Sends an answer; resolves with the reason when the product did not take it. */
export type Replier = (message: Message, draft: ReplyDraft) => Promise<string | undefined>

const idsIn = (text = '') => text.match(/<[^<>\s]+>/g) ?? []
const answerTo = (subject: string) => (/^re:/i.test(subject) ? subject : `Re: ${subject}`)

/** Answers a mail as the person it is to, with the headers and the quotation of an ordinary mail program. */
export const replier =
  (smtpUrl: string): Replier =>
  async (message, { text, subject = answerTo(message.subject), attachments = [] }) => {
    const [person] = message.to
    if (!person) return 'This email has no recipient who could answer.'
    const transport = mailTransport(smtpUrl, person, 1)
    const date = new Date(message.date).toUTCString()
    const wrote = `On ${date}, ${message.from.name || message.from.address} wrote:`
    try {
      await transport.send({
        messageId: `<${randomUUID()}@${person.address.split('@')[1] ?? 'visitor.example'}>`,
        to: message.replyTo ?? message.from,
        subject,
        isFromMailBox: true,
        text: `${text}\n\n${wrote}\n${message.text.trimEnd().replace(/^/gm, '> ')}\n`,
        html:
          `<div style="white-space:pre-wrap">${escapeHtml(text)}</div><div>${escapeHtml(wrote)}</div>` +
          `<blockquote type="cite"><pre>${escapeHtml(message.text)}</pre></blockquote>`,
        references: [...idsIn(message.headers['references']), ...idsIn(message.headers['message-id'])],
        ...(attachments.length > 0 && {
          attachments: attachments.map(({ name, type, content }) => ({
            filename: name,
            content: Buffer.from(content, 'base64'),
            ...(type && { contentType: type }),
          })),
        }),
      })
      return undefined
    } catch (error) {
      return sendFailure(error).reason
    } finally {
      transport.close()
    }
  }
