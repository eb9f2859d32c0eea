import { directHost, otherHosts } from '@app/contracts/visits'

const maxLength = 100
/** A name of the internet. An IP address, whose last part is a number, may be one of a person. */
const isName = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** The name that a host is counted by; the site's own pages lead nowhere new. */
export function visitHost(given: string, ownHost: string): string {
  const withoutWww = (host: string) => host.replace(/^www\./, '')
  const host = withoutWww(given.trim().toLowerCase().replace(/\.$/, ''))
  if (host === '' || host === withoutWww(ownHost)) return directHost
  return host.length <= maxLength && isName.test(host) ? host : otherHosts
}
