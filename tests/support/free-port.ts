import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ephemeral range and beside the product's own range, so that neither can take a port before it is used. */
const defaults = [30_000, 32_767] as const

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)))
  })

/** A loopback port that is free at the moment. */
export async function freePort([first, last]: readonly [number, number] = defaults): Promise<number> {
  for (;;) {
    const port = randomInt(first, last + 1)
    if (await isFree(port)) return port
  }
}
