import { connect, createServer, type Socket } from 'node:net'

type Link = { client: Socket; server: Socket }

/** Runs each action `ms` after it was added, never before an earlier one: a delay that ends or shrinks reorders nothing. */
function delayedInOrder() {
  const waiting: { due: number; act: () => void }[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const run = () => {
    timer = undefined
    while (waiting[0] && waiting[0].due <= performance.now()) waiting.shift()!.act()
    if (waiting[0]) timer = setTimeout(run, waiting[0].due - performance.now())
  }
  return (act: () => void, ms: number) => {
    waiting.push({ due: performance.now() + ms, act })
    if (timer === undefined) run()
  }
}

/** A TCP proxy between two processes that injects network faults. */
export async function startFaultProxy(target: { host?: string; port: number }) {
  const links = new Set<Link>()
  let way: 'open' | 'down' | 'stalled' = 'open'
  let delay = 0
  let unheard: string | undefined
  let inspect: ((request: Buffer) => boolean) | undefined

  const end = ({ client, server }: Link) => {
    client.destroy()
    server.destroy()
  }

  function pass(from: Socket, into: Socket, link: Link) {
    const later = delayedInOrder()
    from.on('data', (part) => {
      if (from === link.client && inspect && !inspect(part as Buffer)) return end(link)
      later(() => {
        if (!into.destroyed) into.write(part)
      }, delay)
    })
    from.on('error', () => end(link))
    from.on('close', () => {
      // Until then `stop` must find it: a peer may keep its side open for ever.
      if (into.destroyed) links.delete(link)
      later(() => into.end(), delay)
    })
  }

  const proxy = createServer((client) => {
    if (way === 'down') return client.destroy()
    const server = connect({ host: target.host ?? '127.0.0.1', port: target.port })
    const link = { client, server }
    links.add(link)
    for (const socket of [client, server]) socket.setNoDelay(true)
    // Runs before the bytes are forwarded, so the reply cannot arrive first.
    client.on('data', (part) => {
      if (unheard === undefined || !part.includes(unheard)) return
      unheard = undefined
      server.removeAllListeners('data')
      server.once('data', () => end(link))
    })
    pass(client, server, link)
    pass(server, client, link)
    if (way === 'stalled') for (const socket of [client, server]) socket.pause()
  }).listen(0, '127.0.0.1')
  await new Promise((listening) => proxy.once('listening', listening))
  const address = proxy.address()

  const stillness = (still: boolean) => {
    for (const { client, server } of links)
      for (const socket of [client, server]) still ? socket.pause() : socket.resume()
  }

  return {
    port: typeof address === 'object' && address ? address.port : 0,
    /** Closes every connection and refuses new ones. */
    cut() {
      way = 'down'
      for (const link of links) end(link)
    },
    /** Keeps connections open but forwards nothing, like a network that drops packets. */
    stall() {
      way = 'stalled'
      stillness(true)
    },
    /** Closes every connection once; new ones are accepted. */
    reset() {
      for (const link of links) end(link)
    },
    slow(ms: number) {
      delay = ms
    },
    /** The next request that contains `text` is executed, but its reply is lost. */
    loseReplyTo(text: string) {
      unheard = text
    },
    /** Each request is forwarded if `forwards` says so; otherwise its connection ends. */
    inspect(forwards: ((request: Buffer) => boolean) | undefined) {
      inspect = forwards
    },
    /** The next request that contains `text` kills the process that sends it, and is never forwarded. */
    killBefore(text: string, kill: () => void) {
      inspect = (request) => {
        if (!request.includes(text)) return true
        inspect = undefined
        kill()
        return false
      }
    },
    get isReplyLost() {
      return unheard === undefined
    },
    heal() {
      way = 'open'
      delay = 0
      unheard = undefined
      stillness(false)
    },
    async stop() {
      way = 'down'
      for (const link of links) end(link)
      await new Promise((closed) => proxy.close(closed))
    },
  }
}

export type FaultProxy = Awaited<ReturnType<typeof startFaultProxy>>
