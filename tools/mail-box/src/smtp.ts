import { SMTPServer } from 'smtp-server'
import type { MailStore } from './mail-store'
import { createRefusals, type Refusals } from './refusals'

const megabyte = 1024 * 1024

async function read(stream: AsyncIterable<Uint8Array> & { sizeExceeded: boolean }) {
  const parts: Uint8Array[] = []
  // What is too much is read as well, and dropped: the sender hears of it only after the last byte.
  for await (const part of stream) if (!stream.sizeExceeded) parts.push(part)
  return stream.sizeExceeded ? undefined : Buffer.concat(parts)
}

const refusal = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

/** Takes mail for anybody who is not refused, from anybody, in plain text: for development machines only. Answers 250 once it is on disk. */
export function createSmtpServer(
  store: MailStore,
  size = megabyte,
  refusals: Pick<Refusals, 'has'> = createRefusals(),
) {
  const server = new SMTPServer({
    size,
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onRcptTo({ address }, _session, done) {
      done(refusals.has(address) ? refusal(550, 'No such address here') : null)
    },
    onData(stream, _session, done) {
      read(stream)
        .then((raw) => (raw ? store.add(raw) : Promise.reject(refusal(552, `Mails over ${size} bytes are not taken`))))
        .then(
          (message) => done(null, `Kept as ${message.id}`),
          (error) => done(error.responseCode ? error : refusal(451, 'The mail could not be kept, try again')),
        )
    },
  })
  // A client that drops its connection is no fault of ours, and must not end the process.
  server.on('error', () => {})
  return server
}
