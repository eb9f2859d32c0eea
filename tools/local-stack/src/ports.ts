import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'

/** Below the ephemeral range, so that no outgoing connection can hold one of these ports. */
const firstPort = 20_000
const lastPort = 29_999
/** Ports of a range that are tried before it is taken for full. */
const maxAttempts = 1_000

/** The system's error code when the port cannot be bound. */
function bindError(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)))
  })
}

export const isFree = async (port: number): Promise<boolean> => (await bindError(port, '127.0.0.1')) === undefined

const claimed = new Set<number>()

/**
 * Claims a port until this process ends, so that products which start at the same moment never choose the same one: a server
 * listens only seconds later. The claim is a UDP socket of that number, which hinders no TCP server.
 */
function claim(port: number): Promise<boolean> {
  if (claimed.has(port)) return Promise.resolve(true)
  return new Promise((resolve) => {
    const socket = createSocket('udp4')
    socket.once('error', () => socket.close(() => resolve(false)))
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => {
      socket.unref()
      claimed.add(port)
      resolve(true)
    })
  })
}

const isFreeAndClaimed = async (port: number): Promise<boolean> => (await isFree(port)) && claim(port)

/** A free port from `first` to `last`, claimed by this process. */
export async function newPort(
  first = firstPort,
  last = lastPort,
  isUsable: (port: number) => Promise<boolean> = isFreeAndClaimed,
): Promise<number> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const port = randomInt(first, last + 1)
    if (!claimed.has(port) && (await isUsable(port))) return port
  }
  throw new Error(`No port from ${first} to ${last} is free; ${maxAttempts} were tried.`)
}

/** @throws when the port cannot be used. `localhost` may resolve to either address, so both must be free. */
export async function requirePort(port: number): Promise<void> {
  const other = `Choose another, for example: PORT=${port < 1_024 ? 8_081 : port + 1} make up`
  const first = await bindError(port, '127.0.0.1')
  if (first === 'EACCES') throw new Error(`Port ${port} needs root. ${other}`)
  // Without IPv6 the second check fails with another error.
  if (first || (await bindError(port, '::1')) === 'EADDRINUSE') {
    throw new Error(`Port ${port} is in use by another program. ${other}`)
  }
}

type Check = (port: number) => Promise<boolean>

/** A port per name: the requested one, else its previous one if still free, else a free one. */
export async function choosePorts<Name extends string>(
  names: readonly Name[],
  previous: Partial<Record<Name, number>>,
  requested: Partial<Record<Name, number>> = {},
  free: Check = isFreeAndClaimed,
): Promise<Record<Name, number>> {
  const taken = new Set(Object.values(requested))
  const chosen: Partial<Record<Name, number>> = { ...requested }
  for (const name of names) {
    if (chosen[name] !== undefined) continue
    const usable = async (port: number) => !taken.has(port) && (await free(port))
    const before = previous[name]
    const port = before && (await usable(before)) ? before : await newPort(firstPort, lastPort, usable)
    taken.add(port)
    chosen[name] = port
  }
  return chosen as Record<Name, number>
}
