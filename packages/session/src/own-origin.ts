import { AppError } from '@app/contracts/errors'
import { cors } from '@elysiajs/cors'
import { Elysia } from 'elysia'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

function fromOwnPage(request: Request, publicOrigin: string, corsOrigins: readonly string[]): boolean {
  const site = request.headers.get('sec-fetch-site')
  const origin = request.headers.get('origin')
  if (origin !== null && corsOrigins.includes(origin)) return true
  if (site !== null) return site === 'same-origin'
  if (origin !== null) return origin === publicOrigin
  // Neither header: no browser asks. A form of another site could not have sent JSON without a preflight.
  const type = request.headers.get('content-type')
  return safe.has(request.method) || type?.split(';')[0]?.trim().toLowerCase() === 'application/json'
}

/**
 * Refuses what changes state unless it comes from a page of ours (Fetch Metadata first, `Origin` where a browser does not
 * send it). `guarded` names further paths, such as a GET that logs out. Other origins get CORS headers only when configured.
 */
export function ownOrigin({
  publicOrigin,
  corsOrigins,
  guarded = [],
}: {
  publicOrigin: string
  corsOrigins: readonly string[]
  guarded?: readonly string[]
}) {
  const app = new Elysia({ name: 'own-origin' }).onRequest(({ request }) => {
    if (safe.has(request.method) && !guarded.includes(new URL(request.url).pathname)) return
    if (fromOwnPage(request, publicOrigin, corsOrigins)) return
    throw new AppError('forbidden', 'This request did not come from our own pages.')
  })
  return corsOrigins.length === 0 ? app : app.use(cors({ origin: [...corsOrigins], credentials: true }))
}
