import { SMTPServer } from 'smtp-server'
import type { MailStore } from './mail-store'
import { createRefusals, type Refusals } from './mail-store'

const megabyte = 1024 * 1024

async function read(stream: AsyncIterable<Uint8Array> & { sizeExceeded: boolean }) {
  const parts: Uint8Array[] = []
  // An oversized mail is read to its end and discarded: SMTP can report the error only then.
  for await (const part of stream) if (!stream.sizeExceeded) parts.push(part)
  return stream.sizeExceeded ? undefined : Buffer.concat(parts)
}

const refusal = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

/** Accepts mail from and to any address that is not refused, without TLS: for development only. Replies 250 once it is on disk. */
export function createSmtpServer(
  store: MailStore,
  size = 20 * megabyte,
  refusals: Pick<Refusals, 'has'> = createRefusals(),
) {
  const server = new SMTPServer({
    size,
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onRcptTo({ address }, _session, done) {
      done(refusals.has(address) ? refusal(550, 'No such address') : null)
    },
    onData(stream, _session, done) {
      read(stream)
        .then((raw) => (raw ? store.add(raw) : Promise.reject(refusal(552, `Mail over ${size} bytes is not accepted`))))
        .then(
          (message) => done(null, `Stored as ${message.id}`),
          (error) => done(error.responseCode ? error : refusal(451, 'The mail could not be stored, try again')),
        )
    },
  })
  // A dropped connection must not end the process.
  server.on('error', () => {})
  return server
}
