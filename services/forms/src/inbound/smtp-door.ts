import { seconds } from '@app/contracts/durations'
import { normalEmail } from '@app/contracts/email-address'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import type { InboundDoors } from './doors'
import type { Incoming } from './receive-mail'

/** Of one mail, and of all that are being received: they are in memory until they are stored. */
const maxBytes = 25 * 1024 * 1024
const maxBytesAtOnce = 30 * 1024 * 1024
const maxClients = 50
const maxRecipients = 20
const retryMs = seconds(30)
const reportMs = seconds(30)

type Deps = {
  port: number
  /** For a mail server of your own that hands over local mail: RFC 2033 in place of SMTP. */
  isLmtp?: boolean
  host: string
  receive: (mail: Incoming) => Promise<unknown>
  /** Whether mail to this address is received here: nothing is passed on to others. */
  isOurs: (address: string) => Promise<boolean>
  doors: Pick<InboundDoors, 'report'>
  /** A mail was stored. */
  stored: () => void
  onError: (error: unknown) => void
}

const refusal = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

/**
 * Receives mail over SMTP or LMTP, for an MX record, a forward or a mail server of your own. A mail is acknowledged once it is stored; until then the sending server keeps
 * it and tries again.
 */
export function openSmtpDoor({ port, isLmtp = false, host, receive, isOurs, doors, stored, onError }: Deps) {
  let bytesInFlight = 0
  let closed = false
  let isOpen = false
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Reads a mail and stores it. Until then it counts as one that is being received. */
  async function take(stream: SMTPServerDataStream, store: (raw: Buffer) => Promise<unknown>): Promise<void> {
    const parts: Buffer[] = []
    let size = 0
    let isRefused = false
    try {
      // What is refused is read to its end: SMTP can say so only then.
      for await (const part of stream as AsyncIterable<Buffer>) {
        if (stream.sizeExceeded || isRefused) continue
        if (bytesInFlight + part.length > maxBytesAtOnce) {
          isRefused = true
          continue
        }
        bytesInFlight += part.length
        size += part.length
        parts.push(part)
      }
      if (stream.sizeExceeded) throw refusal(552, 'Mail over 25 MB is not accepted')
      if (isRefused) throw refusal(452, 'Too much mail at once, try again')
      const raw = Buffer.concat(parts)
      parts.length = 0
      await store(raw)
    } finally {
      bytesInFlight -= size
    }
  }

  const server = new SMTPServer({
    size: maxBytes,
    lmtp: isLmtp,
    maxClients,
    authOptional: true,
    // Encryption ends at the edge; there is nobody to sign in.
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    hideSMTPUTF8: true,
    closeTimeout: seconds(5),
    socketTimeout: seconds(60),
    banner: 'ready',
    onRcptTo({ address }, session, done) {
      if (session.envelope.rcptTo.length >= maxRecipients) return done(refusal(452, 'Too many recipients'))
      isOurs(normalEmail(address) ?? '').then(
        (is) => done(is ? null : refusal(550, 'No such address')),
        () => done(refusal(451, 'Try again')),
      )
    },
    onData(stream, { envelope }, done) {
      const from = (envelope.mailFrom && normalEmail(envelope.mailFrom.address)) || ''
      const to = envelope.rcptTo.map(({ address }) => normalEmail(address) ?? '')
      take(stream, (raw) => receive({ raw, envelope: { from, to } })).then(
        () => {
          done(null, 'Stored')
          stored()
          doors.report('smtp', { worked: true }).catch(onError)
        },
        (error) => {
          if (error.responseCode) return done(error)
          onError(error)
          done(refusal(451, 'The mail could not be stored, try again'))
        },
      )
    },
  })
  server.on('error', (error) => {
    onError(error)
    if (!isOpen && !closed) timer = setTimeout(listen, retryMs)
  })
  function listen() {
    server.listen(port, host, () => {
      isOpen = true
    })
  }
  const report = () => {
    const reason = isOpen ? null : `Port ${port} cannot be opened.`
    doors.report('smtp', { reason }).catch(onError)
  }
  listen()
  const reporting = setInterval(report, reportMs)
  setTimeout(report, seconds(2))

  return {
    async close(): Promise<void> {
      closed = true
      clearTimeout(timer)
      clearInterval(reporting)
      if (isOpen) await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
