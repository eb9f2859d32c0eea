import { seconds } from '@app/contracts/durations'
import { tracedCall } from '@app/telemetry'
import { createTransport } from 'nodemailer'
import { type Look, withLook } from './templates/markup'
import { type Address, type Mail, maxSendMs, reportKeyHeader } from './transport'

/** RFC 8058: mail programs show a button that sends a request, without opening a page. */
const oneClick = (address: string) => ({
  'List-Unsubscribe': `<${address}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** Counts as a proof of the sender in development, nowhere else. */
const mailBoxHeader = 'X-Development-Mail-Box'

export type Transport = ReturnType<typeof mailTransport>

/** The sender, always with the school's own address, and the look of the school's mails. */
export type Letterhead = { sender: Address; look: Look }

/** A pool of SMTP connections. A function is called once for each mail; a sender alone writes in no look of a school. */
export function mailTransport(smtpUrl: string, letterhead: Address | (() => Promise<Letterhead>), connections: number) {
  const transport = createTransport({
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
  })
  return {
    /** Resolves once the server accepted the mail; rejects with nodemailer's error, see `sendFailure`. */
    async send({
      references = [],
      autoSubmitted,
      unsubscribe,
      cc,
      recipient,
      isFromMailBox,
      reportKey,
      fromName,
      ...mail
    }: Mail): Promise<void> {
      const last = references.at(-1)
      const ended = tracedCall('smtp send', { 'server.address': new URL(smtpUrl).hostname })
      try {
        const { sender: from, look } =
          typeof letterhead === 'function' ? await letterhead() : { sender: letterhead, look: { school: '' } }
        const { attachments, ...content } = withLook(mail, look)
        await transport.sendMail({
          from: fromName ? { name: fromName, address: from.address } : from,
          ...content,
          ...(last && { inReplyTo: last, references: [...references] }),
          headers: {
            ...(autoSubmitted && { 'Auto-Submitted': autoSubmitted }),
            ...(unsubscribe && oneClick(unsubscribe)),
            ...(isFromMailBox && { [mailBoxHeader]: 'reply' }),
            ...(reportKey && { [reportKeyHeader]: reportKey }),
          },
          ...(cc && { cc: [...cc] }),
          ...(recipient && { envelope: { from: from.address, to: recipient } }),
          ...(attachments && { attachments: [...attachments] }),
          signal: AbortSignal.timeout(maxSendMs),
        })
        ended?.()
      } catch (error) {
        ended?.(error)
        throw error
      }
    },
    /** Connects and signs in, and sends nothing. Rejects as `send` does. */
    verify: async (): Promise<void> => void (await transport.verify()),
    close: () => transport.close(),
  }
}
