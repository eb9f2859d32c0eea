import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Config } from './config'
import { errorPage } from './page'
import { createPeople } from './people'
import { createProvider } from './provider'
import { signIn } from './sign-in'

function fail(response: ServerResponse): void {
  response.statusCode = 400
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(errorPage('This sign-in is over or belongs to another window.'))
}

/** Every sign-in begins anew: with somebody else's session left the provider would ask to sign that one out first. */
function forgetLastPerson(request: IncomingMessage): void {
  const kept = (request.headers.cookie ?? '').split(/;\s*/).filter((pair) => !pair.startsWith('_session'))
  request.headers.cookie = kept.join('; ')
}

/** The provider as a server that does not listen yet. */
export function createApp(config: Config): Server {
  const people = createPeople()
  const provider = createProvider(config, people, errorPage)
  const signInStep = signIn(provider, people, config.ADMIN_EMAILS)
  const protocol = provider.callback()
  // The form's way leads on to the site, which browsers count as part of submitting it.
  const policy = `default-src 'none'; style-src 'unsafe-inline'; form-action 'self' ${config.PUBLIC_ORIGIN}; base-uri 'none'; frame-ancestors 'none'`

  return createServer((request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('content-security-policy', policy)
    response.setHeader('referrer-policy', 'no-referrer')
    response.setHeader('x-content-type-options', 'nosniff')
    const { pathname } = new URL(request.url ?? '/', config.GOOGLE_ISSUER)
    if (pathname === '/healthz') {
      response.setHeader('content-type', 'application/json')
      response.end('{"status":"ok"}')
    } else if (pathname.startsWith('/sign-in/')) {
      response.setHeader('cache-control', 'no-store')
      signInStep(request, response).catch(() => fail(response))
    } else {
      if (pathname.startsWith('/auth')) forgetLastPerson(request)
      void protocol(request, response)
    }
  })
}
