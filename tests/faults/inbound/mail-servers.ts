import { seconds } from '@app/contracts/durations'
import { createTransport, type Transporter } from 'nodemailer'
import { school } from './correspondents'
import type { Incoming } from './mail-text'
import type { InboundRig } from './rig'

const retryMs = 200
const transportFor = (port: number) =>
  createTransport({
    ...{
      host: '127.0.0.1',
      port,
      ignoreTLS: true,
      pool: true,
      maxConnections: 1,
      maxMessages: Number.MAX_SAFE_INTEGER,
    },
    ...{ connectionTimeout: seconds(2), greetingTimeout: seconds(2), socketTimeout: seconds(10) },
  })

/**
 * Sends mails as other servers do: over SMTP again until one of the two sources acknowledges it, into the mailbox without asking anybody.
 * Resolves with the replies that refused one for good.
 */
export async function sendAll(
  mails: Iterator<Incoming>,
  {
    rig,
    servers,
    onSent,
  }: { rig: Pick<InboundRig, 'dovecot' | 'smtpPorts'>; servers: number; onSent: (mail: Incoming) => void },
): Promise<string[]> {
  const refused: string[] = []
  let deliveries = 0

  async function overSmtp(transports: readonly Transporter[], raw: Buffer, { kind, envelopeFrom }: Incoming) {
    for (let attempt = 0; ; attempt++) {
      try {
        await transports[attempt % transports.length]!.sendMail({ envelope: { from: envelopeFrom, to: school }, raw })
        return
      } catch (error) {
        const { responseCode = 0 } = error as { responseCode?: number }
        if (responseCode >= 500) return void refused.push(`${kind}: refused with ${responseCode}`)
        await Bun.sleep(retryMs)
      }
    }
  }

  async function server(first: number) {
    const ports = first % 2 ? rig.smtpPorts : rig.smtpPorts.toReversed()
    const transports = ports.map(transportFor)
    for (let next = mails.next(); !next.done; next = mails.next()) {
      const mail = next.value
      const ways = [mail.raw, ...(mail.copies ?? [])].map((raw, way) => ({
        raw,
        isSmtp: (mail.source === 'smtp') === (way % 2 === 0),
      }))
      for (const { raw, isSmtp } of ways) {
        if (isSmtp) await overSmtp(transports, raw, mail)
        else rig.dovecot.deliver(raw, `${Date.now()}.${++deliveries}.soak`)
      }
      onSent(mail)
    }
    for (const transport of transports) transport.close()
  }
  await Promise.all(Array.from({ length: servers }, (_, at) => server(at)))
  return refused
}
