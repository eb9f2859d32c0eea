import { isIP } from 'node:net'
import { confirmedNames, type HostLookup } from '@app/mail/dns-records'
import { network } from '@app/service/limits'
import { within } from '@app/session/networks'
import { headersOf } from './raw-mail'

/** Machines of the school itself, and what no stranger can have. */
const isOwn = within([
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'],
  ...['::', '::1', 'fc00::/7', 'fe80::/10'],
])

const plain = (address: string) => address.replace(/^(?:ipv6:|::ffff:(?=\d+\.))/i, '')

/** The /24 or /56 of a public address, which one sender may own; `undefined` for others. */
export function publicNetwork(given: string): string | undefined {
  const address = plain(given)
  const kind = isIP(address)
  if (kind === 0 || address.includes('%') || isOwn(address)) return undefined
  if (kind === 4) return `${address.slice(0, address.lastIndexOf('.'))}.0/24`
  return address.includes('.') ? undefined : network(address, 56)
}

/** Steps of a mail's way that are looked at. */
const maxSteps = 10

/** The words of a header that may be an address: `(mail.example [203.0.113.9])`. */
const words = (text: string) => text.split(/[\s()[\];<>]+/, 100)

/** A server's own view of its client, in brackets behind the name that the client gave itself. */
function seenIn(from: string): string | undefined {
  const seen = from.replace(/\bhelo[= ]\S+/gi, '')
  // Sendmail puts a remark behind it, in brackets within these.
  const inBrackets = words(seen.includes('(') ? seen.slice(seen.indexOf('(')) : '')
  return inBrackets.map(publicNetwork).findLast(Boolean) ?? words(seen).map(publicNetwork).find(Boolean)
}

/**
 * The network that a mail came from, by the steps that servers note on top of it: the step of the server whose notes are believed, or else
 * the first that names a public address. What the sender has written below them is not read.
 */
export function namedNetwork(raw: Buffer, trustedHost: string | undefined): string | undefined {
  for (const step of headersOf(raw, 'received').slice(0, maxSteps)) {
    const [from = '', by = ''] = step.split(/\sby\s/i, 2)
    if (trustedHost && words(by)[0]?.toLowerCase() !== trustedHost.toLowerCase()) continue
    const found = seenIn(from)
    if (found) return found
  }
  return undefined
}

/** True if a public address is that of `host`, or of another server of its domain: `mail-1.example.org` for `mx.example.org`. */
export async function isOfHost(address: string, host: string, hosts?: HostLookup): Promise<boolean> {
  if (publicNetwork(address) === undefined) return false
  const labels = host.toLowerCase().split('.')
  const domain = labels.slice(labels.length > 2 ? 1 : 0).join('.')
  const names = await confirmedNames(plain(address), hosts)
  return (names ?? []).some((name) => `.${name.toLowerCase()}`.endsWith(`.${domain}`))
}
