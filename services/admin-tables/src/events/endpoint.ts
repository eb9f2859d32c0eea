import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { within } from '@app/session/networks'

/** IANA's special-purpose addresses: private, loopback, link-local with the metadata of clouds, documentation, multicast. */
const isReserved = within([
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...[
    '192.0.2.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/3',
  ],
  // Of what is public otherwise: Teredo and other protocols, documentation, 6to4, which holds any IPv4 address.
  ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
])
const isGlobal = within(['2000::/3'])

/** True if an IP address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  const kind = isIP(address)
  if (kind === 4) return !isReserved(address)
  return kind === 6 && !address.includes('%') && isGlobal(address) && !isReserved(address)
}

const isLoopback = (address: string) => address === '127.0.0.1' || address === '::1'

/** Where a request goes: resolved once, so that a name which changes its address meanwhile changes nothing. */
export type Endpoint = { url: URL; address: string; family: number }
type ResolvedAddress = { address: string; family: number }

export type EndpointDeps = {
  /** In development: http, and this machine. */
  allowsLocal: boolean
  resolve?: (host: string) => Promise<ResolvedAddress[]>
}

const byDns = (host: string): Promise<ResolvedAddress[]> => lookup(host, { all: true, verbatim: true })

/** Why an address cannot be the one of a webhook, as far as it says so itself. */
export function urlFault(text: string, { allowsLocal }: Pick<EndpointDeps, 'allowsLocal'>): string | undefined {
  if (!URL.canParse(text)) return 'Address is not a valid URL'
  const { protocol, username, password, hash, hostname } = new URL(text)
  const host = hostname.replace(/^\[|\]$/g, '')
  const isHere = host === 'localhost' || isLoopback(host)
  if (protocol !== 'https:' && !(allowsLocal && protocol === 'http:' && isHere))
    return 'Address must begin with https://'
  if (username || password) return 'Address must not contain a password'
  if (hash) return 'Address must not contain #'
  if (isIP(host) && !isPublicAddress(host) && !(allowsLocal && isHere)) return 'Address must be public'
  return undefined
}

/** @throws Error when the address is not allowed, or one of those that its name has is not public */
export async function resolveEndpoint(text: string, deps: EndpointDeps): Promise<Endpoint> {
  const fault = urlFault(text, deps)
  if (fault) throw new Error(fault)
  const url = new URL(text)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const kind = isIP(host)
  const found = kind ? [{ address: host, family: kind }] : await (deps.resolve ?? byDns)(host)
  const isAllowed = ({ address }: ResolvedAddress) =>
    isPublicAddress(address) || (deps.allowsLocal && isLoopback(address))
  if (found.length === 0) throw new Error('The name has no address')
  if (!found.every(isAllowed)) throw new Error('The name leads to an address that is not public')
  return { url, ...found[0]! }
}
