import { seconds } from '@app/contracts/durations'
import { normalEmail } from '@app/contracts/entered-line'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import type { MailSources } from './mail-sources'
import type { Incoming } from './receive-mail'
import { publicNetwork } from './source-network'

/** Of one mail, and of all that are being received: they are in memory until they are stored. */
const maxBytes = 25 * 1024 * 1024
const maxBytesAtOnce = 30 * 1024 * 1024
const maxClients = 50
/** Of one public network. */
const maxClientsPerNetwork = 10
/** Of a mail that is being received, so much more is something of use. */
const usefulBytes = 64 * 1024
/** A mail that arrives more slowly after its first seconds gives its room to one that needs it. */
const slowest = { bytesPerMs: 100, afterMs: seconds(10) }
const maxRecipients = 20
const retryMs = seconds(30)
const reportMs = seconds(30)

type Deps = {
  port: number
  /** For a mail server of your own that hands over local mail: RFC 2033 in place of SMTP. */
  isLmtp?: boolean
  /** Every client is a proxy that says in its first line whom it speaks for (the PROXY protocol of HAProxy, version 1). */
  isProxied?: boolean
  host: string
  /** `false`: it is beyond a quota. */
  receive: (mail: Incoming) => Promise<boolean>
  /** True if mail to this address is received here: nothing is passed on to others. */
  isOurs: (address: string) => Promise<boolean>
  sources: Pick<MailSources, 'report'>
  /** A mail was stored. */
  stored: () => void
  onError: (error: unknown) => void
  /** A client that has done nothing of use for this long gives its place to one that needs it. */
  idleMs?: number
  slow?: typeof slowest
  /** For all mails that are being received together. */
  roomBytes?: number
}

const refusal = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

/**
 * Receives mail over SMTP or LMTP, for an MX record, a forward or a mail server of your own. A mail is acknowledged once it is stored; until then the sending server keeps
 * it and tries again.
 */
export function openSmtpSource({ idleMs = seconds(5), slow = slowest, roomBytes = maxBytesAtOnce, ...deps }: Deps) {
  const { port, isLmtp = false, isProxied = false, host, receive, isOurs, sources, stored, onError } = deps
  let closed = false
  let isOpen = false
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Mails that are being received, since when, and how much of each is in memory, by the id of their client. */
  const receiving = new Map<string, { stream: SMTPServerDataStream; since: number; bytes: number }>()

  /** Reads a mail and stores it. Until then it counts as one that is being received. */
  async function take(
    id: string,
    stream: SMTPServerDataStream,
    store: (raw: Buffer) => Promise<unknown>,
  ): Promise<void> {
    const parts: Buffer[] = []
    const own = { stream, since: performance.now(), bytes: 0 }
    let isRefused = false
    receiving.set(id, own)
    try {
      // A refused mail is read to its end: SMTP can refuse only then. Its room goes to the others at once.
      for await (const part of stream as AsyncIterable<Buffer>) {
        isRefused ||= stream.sizeExceeded || !hasRoomFor(part.length)
        if (isRefused) {
          parts.length = 0
          own.bytes = 0
          continue
        }
        own.bytes += part.length
        parts.push(part)
        if (own.bytes % usefulBytes < part.length) noteUse(id)
      }
      noteUse(id)
      if (stream.sizeExceeded) throw refusal(552, 'Mail over 25 MB is not accepted')
      if (isRefused) throw refusal(452, 'Too much mail at once, try again')
      const raw = Buffer.concat(parts)
      parts.length = 0
      await store(raw)
    } finally {
      if (receiving.get(id) === own) receiving.delete(id)
    }
  }

  /**
   * Connected clients, and the time when they last did something of use: only the content of a mail is, as commands can be repeated forever.
   * Once a mail of theirs is refused nothing more is of use, and they leave before all others.
   */
  const clients = new Map<string, { network: string | undefined; at: number }>()
  function noteUse(id: string, isRefused = false) {
    const client = clients.get(id)
    if (client && client.at >= 0) client.at = isRefused ? Number.NEGATIVE_INFINITY : performance.now()
  }
  /** Ends the connection among these that has been idle for the longest time, so that idle ones lock out nobody. */
  function dropIdle(ids: Iterable<string>): boolean {
    const ats = [...ids].map((id) => ({ id, at: clients.get(id)?.at ?? Number.POSITIVE_INFINITY }))
    const [first] = ats.toSorted((one, other) => one.at - other.at)
    if (!first || performance.now() - first.at < idleMs) return false
    drop(first.id)
    return true
  }
  function drop(id: string): void {
    clients.delete(id)
    const mail = receiving.get(id)
    receiving.delete(id)
    // This ends the connection as well.
    if (mail) mail.stream.destroy(refusal(421, 'Too slow, try again'))
    // The type of the server does not tell what its connections are.
    else
      for (const connection of server.connections as unknown as Set<{ id: string; close(): void }>)
        if (connection.id === id) connection.close()
  }
  /** The clients whose mail has not arrived to its end. */
  const arriving = () => [...receiving].flatMap(([id, { stream }]) => (stream.writableEnded ? [] : id))
  /** Ends the connection whose mail arrives most slowly: it may send just enough not to be idle. */
  function dropSlow(): boolean {
    const now = performance.now()
    const rates = arriving().flatMap((id) => {
      const { since, bytes } = receiving.get(id)!
      const rate = bytes / (now - since)
      return bytes > 0 && now - since >= slow.afterMs && rate < slow.bytesPerMs ? { id, rate } : []
    })
    const [first] = rates.toSorted((one, other) => one.rate - other.rate)
    if (first) drop(first.id)
    return first !== undefined
  }
  /** Whether so many bytes more of a mail can be held. Mails that hardly arrive give their place to it. */
  function hasRoomFor(bytes: number): boolean {
    const inFlight = () => [...receiving.values()].reduce((sum, one) => sum + one.bytes, bytes)
    while (inFlight() > roomBytes) if (!dropIdle(arriving()) && !dropSlow()) return false
    return true
  }

  const server = new SMTPServer({
    size: maxBytes,
    lmtp: isLmtp,
    useProxy: isProxied,
    // One more is let in for a moment, until an idle one has left.
    maxClients: 2 * maxClients,
    authOptional: true,
    // There is nobody to sign in. Without a certificate of its own there is no encryption: senders fall back to none.
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    hideSMTPUTF8: true,
    closeTimeout: seconds(5),
    socketTimeout: seconds(30),
    banner: 'ready',
    onConnect({ id, remoteAddress }, done) {
      const network = publicNetwork(remoteAddress)
      if (network && [...clients.values()].filter((one) => one.network === network).length >= maxClientsPerNetwork)
        return done(refusal(421, 'Too many connections from your network, try again'))
      if (clients.size >= maxClients && !dropIdle(clients.keys()) && !dropSlow())
        return done(refusal(421, 'Too many connections, try again'))
      clients.set(id, { network, at: performance.now() })
      done()
    },
    onClose({ id }) {
      clients.delete(id)
    },
    onRcptTo({ address }, session, done) {
      if (session.envelope.rcptTo.length >= maxRecipients) return done(refusal(452, 'Too many recipients'))
      isOurs(normalEmail(address) ?? '').then(
        (is) => done(is ? null : refusal(550, 'No such address')),
        () => done(refusal(451, 'Try again')),
      )
    },
    onData(stream, { id, envelope, remoteAddress: peer }, done) {
      noteUse(id)
      const from = (envelope.mailFrom && normalEmail(envelope.mailFrom.address)) || ''
      const to = envelope.rcptTo.map(({ address }) => normalEmail(address) ?? '')
      const store = async (raw: Buffer) => {
        if (!(await receive({ raw, peer, envelope: { from, to } })))
          throw refusal(452, 'Too much mail from your network today, try again tomorrow')
      }
      take(id, stream, store).then(
        () => {
          noteUse(id)
          done(null, 'Stored')
          stored()
          sources.report('smtp', { worked: true }).catch(onError)
        },
        (error) => {
          noteUse(id, true)
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
    sources.report('smtp', { reason }).catch(onError)
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
