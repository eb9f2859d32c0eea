import { seconds } from '@app/contracts/durations'
import { tracedCall } from '@app/telemetry'
import { createTransport } from 'nodemailer'

export type Address = { name: string; address: string }
export type MailContent = { subject: string; text: string; html: string }
export type Mail = MailContent & {
  messageId: string
  to: Address
  replyTo?: Address
  /** Message-IDs of the thread, the answered one last. */
  references?: readonly string[]
}

/** `permanent`: the server rejected this mail (5xx), so there is no retry. `reason` holds no personal data. */
export type SendFailure = { permanent: boolean; reason: string }

export type Transport = ReturnType<typeof mailTransport>

/** Limit for a whole mail, against servers that answer slowly but never time out. */
export const maxSendMs = seconds(30)

/** A pool of SMTP connections. `from` is always the school's own address. */
export function mailTransport(smtpUrl: string, from: Address, connections: number) {
  const transport = createTransport(
    {
      url: smtpUrl,
      pool: true,
      maxConnections: connections,
      maxMessages: 1_000,
      // The outbox decides about retries: the pool cannot know whether a server that disconnected accepted the mail.
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
    /** Resolves once the server accepted the mail; rejects with nodemailer's error, see `sendFailure`. */
    async send({ references = [], ...mail }: Mail): Promise<void> {
      const last = references.at(-1)
      const ended = tracedCall('smtp send', { 'server.address': new URL(smtpUrl).hostname })
      try {
        await transport.sendMail({
          ...mail,
          ...(last && { inReplyTo: last, references: [...references] }),
          signal: AbortSignal.timeout(maxSendMs),
        })
        ended?.()
      } catch (error) {
        ended?.(error)
        throw error
      }
    },
    /** Connects and signs in, and sends nothing. Rejects as `send` does. */
    async verify(): Promise<void> {
      await transport.verify()
    },
    close: () => transport.close(),
  }
}

/** Commands whose rejection concerns this mail. Others (greeting, AUTH) concern the server and may be fixed. */
const mailCommands = new Set(['MAIL FROM', 'RCPT TO', 'DATA'])

/** Classifies nodemailer's error. Only its code is kept, because the server's text may quote an address. */
export function sendFailure(error: unknown): SendFailure {
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
