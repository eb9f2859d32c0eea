import { connect, createServer, type Socket } from 'node:net'

/** `open`: passes everything on. `closed`: refuses connections. `mute`: the server receives requests, and its responses are lost. */
export type GateState = 'open' | 'closed' | 'mute'

/** What is between a browser and the product: the network. It can be lost for pages and workers alike. */
export async function startGate(site: string) {
  const { port } = new URL(site)
  const sockets = new Set<Socket>()
  let state: GateState = 'open'
  const server = createServer((client) => {
    if (state === 'closed') return client.destroy()
    const upstream = connect(Number(port), '127.0.0.1')
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.on('data', (bytes) => upstream.write(bytes))
    upstream.on('data', (bytes) => (state === 'open' ? client.write(bytes) : client.destroy()))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The gate has no port')
  return {
    port: address.port,
    set(next: GateState) {
      state = next
      // Connections that are kept alive would outlive the loss.
      if (next === 'closed') for (const socket of sockets) socket.destroy()
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}
export type Gate = Awaited<ReturnType<typeof startGate>>
