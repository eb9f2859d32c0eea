import { AppError } from '@app/contracts/errors'
import { cors } from '@elysiajs/cors'
import { Elysia } from 'elysia'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

function isSameOrigin(request: Request, publicOrigin: string, corsOrigins: readonly string[]): boolean {
  const site = request.headers.get('sec-fetch-site')
  const origin = request.headers.get('origin')
  if (origin !== null && corsOrigins.includes(origin)) return true
  if (site !== null) return site === 'same-origin'
  if (origin !== null) return origin === publicOrigin
  // Neither header: not a browser. A form on another site cannot send JSON without a preflight.
  const type = request.headers.get('content-type')
  return safe.has(request.method) || type?.split(';')[0]?.trim().toLowerCase() === 'application/json'
}

/**
 * Refuses cross-site requests that change state, by Fetch Metadata, or by `Origin` in browsers without it. `guarded` names
 * further paths, such as a GET that logs out; `open` paths change nothing, and browsers call them from anywhere. Other origins receive CORS headers only when configured.
 */
export function csrf({
  publicOrigin,
  corsOrigins,
  guarded = [],
  open = [],
}: {
  publicOrigin: string
  corsOrigins: readonly string[]
  guarded?: readonly string[]
  open?: readonly string[]
}) {
  const app = new Elysia({ name: 'csrf' }).onRequest(({ request }) => {
    const { pathname } = new URL(request.url)
    if ((safe.has(request.method) && !guarded.includes(pathname)) || open.includes(pathname)) return
    if (isSameOrigin(request, publicOrigin, corsOrigins)) return
    throw new AppError('forbidden', 'Cross-site requests are not allowed.')
  })
  return corsOrigins.length === 0 ? app : app.use(cors({ origin: [...corsOrigins], credentials: true }))
}
