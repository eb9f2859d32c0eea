import type { Call } from '@app/contracts/call'

const startOf = (day: string) => new Date(`${day}T00:00:00Z`)

/** `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and where to read what replaces the call; none for others. */
export function deprecationHeaders({ deprecated }: Pick<Call, 'deprecated'>): Record<string, string> {
  if (!deprecated) return {}
  const { since, sunset, instead } = deprecated
  return {
    deprecation: `@${startOf(since).getTime() / 1_000}`,
    sunset: startOf(sunset).toUTCString(),
    ...(instead && { link: `</api/docs#${instead}>; rel="successor-version"` }),
  }
}
