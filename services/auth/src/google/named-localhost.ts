import { lookup } from 'node:dns/promises'
import type { CustomFetch } from 'openid-client'

/**
 * Between containers `identity.localhost` names another container, but Bun's fetch resolves all of `*.localhost` to its own
 * machine. So the name is looked up first, and without an entry it means this machine.
 */
export const fetchNamedLocalhost: CustomFetch = async (url, options) => {
  const address = new URL(url)
  const { host, hostname } = address
  const resolved = await lookup(hostname, { family: 4 }).catch(() => undefined)
  if (!resolved) return fetch(url, options as RequestInit)
  address.hostname = resolved.address
  return fetch(address, { ...options, headers: { ...options.headers, host } } as RequestInit)
}
