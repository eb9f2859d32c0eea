import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the range from which systems take the local port of outgoing connections, so none of those can sit on ours. */
const lowest = 20_000
const highest = 29_999

/** What speaks against listening there, as the system's error code. */
function obstacle(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)))
  })
}

export const isFree = async (port: number): Promise<boolean> => (await obstacle(port, '127.0.0.1')) === undefined

/** Refuses a port in words. `localhost` may mean either address, so nobody else may answer on the second one. */
export async function demandPort(port: number): Promise<void> {
  const other = `Choose another one, for example: PORT=${port < 1_024 ? 8_081 : port + 1} make up`
  const first = await obstacle(port, '127.0.0.1')
  if (first === 'EACCES') throw new Error(`Port ${port} may not be used by an ordinary user. ${other}`)
  // A machine without IPv6 has other errors for the second one.
  if (first || (await obstacle(port, '::1')) === 'EADDRINUSE') {
    throw new Error(`Port ${port} is taken by another program. ${other}`)
  }
}

type Check = (port: number) => Promise<boolean>

/** A port for each name: the one asked for, else the one it had before when that is still free, else a free one. */
export async function choosePorts<Name extends string>(
  names: readonly Name[],
  before: Partial<Record<Name, number>>,
  asked: Partial<Record<Name, number>> = {},
  free: Check = isFree,
): Promise<Record<Name, number>> {
  const taken = new Set(Object.values(asked))
  const chosen: Partial<Record<Name, number>> = { ...asked }
  for (const name of names) {
    if (chosen[name] !== undefined) continue
    let port = before[name] ?? randomInt(lowest, highest + 1)
    while (taken.has(port) || !(await free(port))) port = randomInt(lowest, highest + 1)
    taken.add(port)
    chosen[name] = port
  }
  return chosen as Record<Name, number>
}
