import { isIP } from 'node:net'

/** The first `bits` of an IPv6 address, a multiple of 8. */
export function network(address: string, bits: number): string {
  const [head = '', tail] = address.toLowerCase().split('::')
  const groups = (text: string) => (text ? text.split(':') : [])
  const first = groups(head)
  const last = groups(tail ?? '')
  const missing = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length)
  const all = [...first, ...new Array<string>(missing).fill('0'), ...last]
  const prefix = all.slice(0, Math.ceil(bits / 16)).map((group) => Number.parseInt(group, 16))
  if (bits % 16) prefix.push(prefix.pop()! & 0xff00)
  return `${prefix.map((group) => group.toString(16)).join(':')}::/${bits}`
}

function addressOf(request: Request): { kind: 4 | 6; address: string } | undefined {
  const address =
    request.headers
      .get('x-real-ip')
      ?.trim()
      .replace(/^::ffff:(?=\d+\.)/i, '') ?? ''
  const kind = isIP(address)
  if (kind === 4) return { kind, address }
  return kind === 6 && !address.includes('%') && !address.includes('.') ? { kind, address } : undefined
}

/** The address of the client as Nginx has seen it. */
export const exactAddress = (request: Request): string | undefined => addressOf(request)?.address

/**
 * The key of limits per client: the IPv4 address, or the /64 network of an IPv6 one, which is what one household gets. Taken
 * from `X-Real-IP`, which Nginx overwrites with the address of the connection; services are reachable through Nginx only.
 * Requests without one share a key.
 */
export function clientAddress(request: Request): string {
  const found = addressOf(request)
  if (!found) return 'unknown'
  return found.kind === 4 ? found.address : network(found.address, 64)
}

/** The larger networks around an IPv6 client, which one customer of a provider may own; none for IPv4. */
export function widerNetworks(request: Request): { key: string; factor: number }[] {
  const found = addressOf(request)
  if (found?.kind !== 6) return []
  return [
    { key: network(found.address, 56), factor: 2 },
    { key: network(found.address, 48), factor: 4 },
  ]
}
