import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ephemeral range, so that no outgoing connection can hold one of these ports. */
const firstPort = 20_000
const lastPort = 29_999

/** The system's error code when the port cannot be bound. */
function bindError(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)))
  })
}

export const isFree = async (port: number): Promise<boolean> => (await bindError(port, '127.0.0.1')) === undefined

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
  free: Check = isFree,
): Promise<Record<Name, number>> {
  const taken = new Set(Object.values(requested))
  const chosen: Partial<Record<Name, number>> = { ...requested }
  for (const name of names) {
    if (chosen[name] !== undefined) continue
    let port = previous[name] ?? randomInt(firstPort, lastPort + 1)
    while (taken.has(port) || !(await free(port))) port = randomInt(firstPort, lastPort + 1)
    taken.add(port)
    chosen[name] = port
  }
  return chosen as Record<Name, number>
}
