const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

export type OwnOrigins = { publicOrigin: string; corsOrigins: readonly string[] }

/**
 * True if a page of our own made a request: by Fetch Metadata, or by `Origin` in browsers without it. Clients that are not
 * browsers send neither.
 */
export function isSameOrigin(request: Request, { publicOrigin, corsOrigins }: OwnOrigins): boolean {
  const site = request.headers.get('sec-fetch-site')
  const origin = request.headers.get('origin')
  if (origin !== null && corsOrigins.includes(origin)) return true
  if (site !== null) return site === 'same-origin'
  if (origin !== null) return origin === publicOrigin
  // A form on another site cannot send JSON without a preflight.
  const type = request.headers.get('content-type')
  return safe.has(request.method) || type?.split(';')[0]?.trim().toLowerCase() === 'application/json'
}
