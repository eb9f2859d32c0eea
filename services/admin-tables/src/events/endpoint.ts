import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isLoopback, isPublicAddress } from './public-address'

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
