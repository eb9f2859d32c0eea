import { seconds } from '@app/contracts/durations'

export type Address = { name: string; address: string }
/**
 * `contentTransferEncoding`: `7bit` for short lines of ASCII, which stay readable in a mail that is saved as a file.
 * `cid`: the id of a picture that the markup shows.
 */
export type Attachment = {
  filename: string
  content: Buffer
  contentType?: string
  contentTransferEncoding?: '7bit'
  contentDisposition?: 'inline'
  cid?: string
}
export type MailContent = { subject: string; text: string; html: string; attachments?: readonly Attachment[] }
export type Mail = MailContent & {
  messageId: string
  to: Address
  /** Shown as further recipients. */
  cc?: readonly Address[]
  /** The recipient for the mail server, where it is not `to`: each recipient gets a mail of their own. */
  recipient?: string
  replyTo?: Address
  /** The name of the sender, where it is not that of the school; the address is always the school's. */
  fromName?: string
  /** Message-IDs of the thread, the answered one last. */
  references?: readonly string[]
  /** That a program sends it, and why (RFC 3834), so that no other program answers. */
  autoSubmitted?: 'auto-generated' | 'auto-replied'
  /** An answer that the mail box of development writes for somebody. */
  isFromMailBox?: true
  /** The address by which its recipient unsubscribes in one step (RFC 8058). */
  unsubscribe?: string
  /** A report about this mail has to return it. Replies and forwards carry the Message-ID on, but no header of this kind. */
  reportKey?: string
}

export const reportKeyHeader = 'X-Report-Key'

/** Thrown in place of a delivery that must not happen. The message is for staff. */
export class SendRefused extends Error {}

/** `permanent`: the server rejected this mail (5xx), so there is no retry. `reason` holds no personal data. */
export type SendFailure = { permanent: boolean; reason: string }

/** Limit for a whole mail, against servers that answer slowly but never time out. */
export const maxSendMs = seconds(30)

/** Commands whose rejection concerns this mail. Others (greeting, AUTH) concern the server and may be fixed. */
const mailCommands = new Set(['MAIL FROM', 'RCPT TO', 'DATA'])

/** Classifies nodemailer's error. Only its code is kept, because the server's text may quote an address. */
export function sendFailure(error: unknown): SendFailure {
  if (error instanceof SendRefused) return { permanent: true, reason: error.message }
  const { code, responseCode, command, name } = (error ?? {}) as Record<string, string> & { responseCode?: number }
  if (responseCode) {
    return {
      permanent: responseCode >= 500 && mailCommands.has(command ?? ''),
      reason: `The mail server answered ${responseCode}.`,
    }
  }
  if (name === 'AbortError' || name === 'TimeoutError' || code === 'ETIMEDOUT')
    return { permanent: false, reason: 'The mail server took too long to answer.' }
  return { permanent: false, reason: `The mail server cannot be reached (${code ?? 'unknown'}).` }
}
