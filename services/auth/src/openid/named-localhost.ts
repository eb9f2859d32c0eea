import { lookup } from 'node:dns/promises'
import type { CustomFetch } from 'openid-client'

/**
 * Between containers the name `identity.localhost` belongs to another one, while Bun's fetch takes all of `*.localhost`
 * for its own machine. So the name is looked up first; where nobody knows it, it does mean this machine.
 */
export const fetchNamedLocalhost: CustomFetch = async (url, options) => {
  const address = new URL(url)
  const { host, hostname } = address
  const found = await lookup(hostname, { family: 4 }).catch(() => undefined)
  if (!found) return fetch(url, options as RequestInit)
  address.hostname = found.address
  return fetch(address, { ...options, headers: { ...options.headers, host } } as RequestInit)
}
