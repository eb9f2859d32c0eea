import { createServer, type Socket } from 'node:net'

/** The step of an SMTP conversation at which the script is called; `dot` is the end of the mail. */
export type Step = 'greeting' | 'helo' | 'mail' | 'rcpt' | 'data' | 'dot'
/** A reply code, no answer, or a closed connection. A `drop` at `dot` happens after the mail was accepted. */
export type Move = number | 'silent' | 'drop'
export type Script = (
  step: Step,
  about: { to: string; messageId: string },
) => Move | undefined | Promise<Move | undefined>

/** An accepted mail. `answeredAt` is missing where the sender received no reply. */
export type Delivery = {
  /** The envelope's addresses. */
  from: string
  to: string
  recipients: number
  messageId: string
  subject: string
  raw: string
  takenAt: number
  answeredAt?: number
}

const usual: Record<Step, number> = { greeting: 220, helo: 250, mail: 250, rcpt: 250, data: 354, dot: 250 }
const headerOf = (raw: string, name: string) =>
  new RegExp(`^${name}:[ \\t]*((?:.|\\r\\n[ \\t])*)`, 'im')
    .exec(raw)?.[1]
    ?.replace(/\r\n[ \t]/g, ' ')
    .trim() ?? ''

/** A scripted SMTP server that records every accepted mail. */
export async function startSmtp(script: Script = () => undefined, port = 0) {
  const deliveries: Delivery[] = []
  const sockets = new Set<Socket>()
  let act = script
  let peakConcurrency = 0

  function converse(socket: Socket) {
    sockets.add(socket)
    peakConcurrency = Math.max(peakConcurrency, sockets.size)
    socket.setNoDelay(true)
    socket.setEncoding('latin1')
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))

    let buffer = ''
    let from = ''
    let to = ''
    let recipients = 0
    let inData = false
    let busy = Promise.resolve()

    /** True when the step succeeded. */
    const answer = async (step: Step, messageId = ''): Promise<boolean> => {
      const move = (await act(step, { to, messageId })) ?? usual[step]
      if (move === 'drop') socket.destroy()
      else if (move !== 'silent' && !socket.destroyed) socket.write(`${move} ${move < 400 ? 'fine' : 'no'}\r\n`)
      return move === usual[step]
    }

    async function take(raw: string) {
      const messageId = headerOf(raw, 'message-id')
      const envelope = { from, to, recipients }
      const delivery: Delivery = { ...envelope, messageId, subject: headerOf(raw, 'subject'), raw, takenAt: Date.now() }
      const move = (await act('dot', { to, messageId })) ?? usual.dot
      if (move === 'silent') return
      // A connection that is closed before the answer cancels the mail (RFC 5321, section 4.1.1.10).
      if (move !== 'drop' && socket.destroyed) return
      if (move === 'drop' || move < 400) deliveries.push(delivery)
      if (move === 'drop') socket.destroy()
      else if (socket.write(`${move} ${move < 400 ? 'taken' : 'no'}\r\n`)) {
        delivery.answeredAt = Date.now()
      }
    }

    async function line(text: string) {
      const verb = text.slice(0, 4).toUpperCase()
      if (verb === 'EHLO' || verb === 'HELO') await answer('helo')
      else if (verb === 'MAIL') {
        from = /<(.*?)>/.exec(text)?.[1] ?? ''
        recipients = 0
        await answer('mail')
      } else if (verb === 'RCPT') {
        to = /<(.*)>/.exec(text)?.[1] ?? ''
        recipients++
        await answer('rcpt')
      } else if (verb === 'DATA') inData = await answer('data')
      else if (verb === 'QUIT') socket.end('221 bye\r\n')
      else socket.write('250 fine\r\n')
    }

    async function read() {
      for (;;) {
        const end = buffer.indexOf(inData ? '\r\n.\r\n' : '\r\n')
        if (end < 0) return
        const text = buffer.slice(0, end)
        buffer = buffer.slice(end + (inData ? 5 : 2))
        if (inData) {
          inData = false
          await take(text)
        } else await line(text)
      }
    }

    void answer('greeting')
    socket.on('data', (part) => {
      buffer += part
      busy = busy.then(read)
    })
  }

  const server = createServer(converse).listen(port, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  const address = server.address()
  const at = typeof address === 'object' && address ? address.port : port
  return {
    port: at,
    url: `smtp://127.0.0.1:${at}`,
    deliveries,
    /** Deliveries of one Message-ID. */
    of: (messageId: string) => deliveries.filter((one) => one.messageId === messageId),
    get peakConcurrency() {
      return peakConcurrency
    },
    play(next: Script) {
      act = next
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}

export type Smtp = Awaited<ReturnType<typeof startSmtp>>
