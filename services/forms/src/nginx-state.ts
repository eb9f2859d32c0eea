import { lookup } from 'node:dns/promises'
import { seconds } from '@app/contracts/durations'

/** The answer of `stub_status` of one nginx. Totals are since its start. */
export type NginxStatus = {
  /** Differs for each start of nginx. */
  start: string
  connections: { active: number; reading: number; writing: number; waiting: number }
  totals: { accepted: number; handled: number; requests: number }
}

/** Figures of all replicas together. Totals are since the first read, and never fall. */
export type NginxState = Omit<NginxStatus, 'start'> & { replicas: number }

const format =
  /^Active connections: (\d+) \nserver accepts handled requests\n (\d+) (\d+) (\d+) \nReading: (\d+) Writing: (\d+) Waiting: (\d+) \n$/

/** @throws when the text is no status */
export function parseStatus(text: string): Omit<NginxStatus, 'start'> {
  const found = format.exec(text)
  if (!found) throw new Error('nginx answered with something other than its status')
  const [active, accepted, handled, requests, reading, writing, waiting] = found.slice(1).map(Number) as [
    ...[number, number, number, number],
    ...[number, number, number],
  ]
  return { connections: { active, reading, writing, waiting }, totals: { accepted, handled, requests } }
}

async function readStatus(url: string): Promise<NginxStatus> {
  const response = await fetch(url, { signal: AbortSignal.timeout(seconds(1)), redirect: 'error' })
  if (!response.ok) throw new Error(`nginx answered its status with ${response.status}`)
  return { start: response.headers.get('x-nginx-start') ?? url, ...parseStatus(await response.text()) }
}

/** The status of every replica that answers. `server` is a name, of which each address is a replica, and a port. */
async function readReplicas(server: string): Promise<NginxStatus[]> {
  const [name = '', port] = server.split(':')
  const addresses = await lookup(name, { all: true, family: 4 })
  const read = await Promise.allSettled(addresses.map(({ address }) => readStatus(`http://${address}:${port}/`)))
  return read.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
}

const add = <Figures extends Record<string, number>>(one: Figures, other: Figures) =>
  Object.fromEntries(Object.entries(one).map(([name, value]) => [name, value + (other[name] ?? 0)])) as Figures

const subtract = <Figures extends Record<string, number>>(one: Figures, other: Figures) =>
  add(one, Object.fromEntries(Object.entries(other).map(([name, value]) => [name, -value])) as Figures)

/**
 * Reads the figures of nginx. A replica counts from the moment it is first seen, so that neither one that ends nor one that
 * replaces it moves the totals. It rejects while no replica answers.
 */
export function nginxState(server: string, readAll = readReplicas): () => Promise<NginxState> {
  const last = new Map<string, NginxStatus['totals']>()
  let totals = { accepted: 0, handled: 0, requests: 0 }
  return async () => {
    const statuses = await readAll(server)
    if (statuses.length === 0) throw new Error(`no nginx answers at ${server}`)
    let connections = { active: 0, reading: 0, writing: 0, waiting: 0 }
    for (const status of statuses) {
      connections = add(connections, status.connections)
      totals = add(totals, subtract(status.totals, last.get(status.start) ?? status.totals))
      last.set(status.start, status.totals)
    }
    return { connections, totals, replicas: statuses.length }
  }
}
