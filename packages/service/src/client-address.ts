import { isIP } from 'node:net'

/** The /64 network of an IPv6 address: what one household gets. */
function network(address: string): string {
  const [head = '', tail] = address.toLowerCase().split('::')
  const groups = (text: string) => (text ? text.split(':') : [])
  const [first, last] = [groups(head), groups(tail ?? '')]
  const missing = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length)
  const all = [...first, ...new Array<string>(missing).fill('0'), ...last]
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/**
 * The key of limits per client: the IPv4 address, or the /64 network of an IPv6 one. Taken from `X-Real-IP`, which Nginx
 * overwrites with the address of the connection; services are reachable through Nginx only. Requests without one share a
 * key.
 */
export function clientAddress(request: Request): string {
  const given =
    request.headers
      .get('x-real-ip')
      ?.trim()
      .replace(/^::ffff:(?=\d+\.)/i, '') ?? ''
  const kind = isIP(given)
  if (kind === 4) return given
  return kind === 6 && !given.includes('%') && !given.includes('.') ? network(given) : 'unknown'
}
