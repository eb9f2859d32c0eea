import { seconds } from '@app/contracts/durations'
import { tracedCall } from '@app/telemetry'
import { createTransport } from 'nodemailer'

export type Address = { name: string; address: string }
export type MailContent = { subject: string; text: string; html: string }
export type Mail = MailContent & {
  messageId: string
  to: Address
  replyTo?: Address
  /** The Message-IDs of what this one continues, the last of them being answered: mail programs show them together. */
  references?: readonly string[]
}

/** What becomes of a mail that could not be sent: another try, or none because the server refused it for good (5xx). */
export type SendFailure = { permanent: boolean; reason: string }

export type Transport = ReturnType<typeof mailTransport>

/** A server that trickles its answers is no quicker than a silent one: this is what a whole mail may take. */
export const longestSend = seconds(30)

/** A pool of SMTP connections. `from` is our own address, whoever the mail speaks of. */
export function mailTransport(smtpUrl: string, from: Address, connections: number) {
  const transport = createTransport(
    {
      url: smtpUrl,
      pool: true,
      maxConnections: connections,
      maxMessages: 1_000,
      // Another try is the outbox's to decide: the pool cannot know whether a server that hung up has taken the mail.
      maxRequeues: 0,
      connectionTimeout: seconds(5),
      greetingTimeout: seconds(5),
      socketTimeout: seconds(20),
      dnsTimeout: seconds(5),
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )
  return {
    /** Resolves once the server took the mail; rejects with nodemailer's error, see `sendFailure`. */
    async send({ references = [], ...mail }: Mail): Promise<void> {
      const last = references.at(-1)
      const ended = tracedCall('smtp send', { 'server.address': new URL(smtpUrl).hostname })
      try {
        await transport.sendMail({
          ...mail,
          ...(last && { inReplyTo: last, references: [...references] }),
          signal: AbortSignal.timeout(longestSend),
        })
        ended?.()
      } catch (error) {
        ended?.(error)
        throw error
      }
    },
    close: () => transport.close(),
  }
}

/** Where a refusal is about this mail. Elsewhere (greeting, sign-in) it is about the server, which may be put right. */
const aboutTheMail = new Set(['MAIL FROM', 'RCPT TO', 'DATA'])

/** Reads nodemailer's error. The server's own words may quote an address, so only its code is kept. */
export function sendFailure(error: unknown): SendFailure {
  const { code, responseCode, command, name } = (error ?? {}) as Record<string, string> & { responseCode?: number }
  if (responseCode) {
    return {
      permanent: responseCode >= 500 && aboutTheMail.has(command ?? ''),
      reason: `The mail server answered ${responseCode}.`,
    }
  }
  if (name === 'AbortError' || name === 'TimeoutError' || code === 'ETIMEDOUT')
    return { permanent: false, reason: 'The mail server took too long to answer.' }
  return { permanent: false, reason: `The mail server cannot be reached (${code ?? 'unknown'}).` }
}
