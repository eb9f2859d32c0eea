import { seconds } from '@app/contracts/durations'
import { createTransport } from 'nodemailer'

export type Address = { name: string; address: string }
export type MailContent = { subject: string; text: string; html: string }
export type Mail = MailContent & { messageId: string; to: Address; replyTo?: Address }

/** What becomes of a mail that could not be sent: another try, or none because the server refused it for good (5xx). */
export type SendFailure = { permanent: boolean; reason: string }

export type Transport = ReturnType<typeof mailTransport>

/** A pooled SMTP connection. `from` is our own address, whoever the mail speaks of. */
export function mailTransport(smtpUrl: string, from: Address) {
  const transport = createTransport(
    {
      url: smtpUrl,
      pool: true,
      maxConnections: 5,
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
    send: (mail: Mail) => transport.sendMail(mail),
    close: () => transport.close(),
  }
}

/** Reads nodemailer's error. The server's own words may quote an address, so only its code is kept. */
export function sendFailure(error: unknown): SendFailure {
  const { code, responseCode } = (error ?? {}) as { code?: string; responseCode?: number }
  if (responseCode) return { permanent: responseCode >= 500, reason: `The mail server answered ${responseCode}.` }
  return { permanent: false, reason: `The mail server cannot be reached (${code ?? 'unknown'}).` }
}
