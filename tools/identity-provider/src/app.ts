import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { isThisMachine } from '@app/config'
import type Provider from 'oidc-provider'
import { type Accounts, createAccounts } from './accounts'
import type { Config } from './config'
import { errorPage, signInPage } from './page'
import { createProvider } from './provider'

/** Interactive sign-in page of the test provider; no password. */
function signIn(provider: Provider, accounts: Accounts, suggestions: readonly string[]) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    // Throws when the request belongs to no sign-in of this browser.
    await provider.interactionDetails(request, response)
    if (request.method !== 'POST') {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(signInPage(suggestions))
      return
    }
    const form = new URLSearchParams(await text(request))
    const denied = { error: 'access_denied', error_description: 'The sign-in was canceled.' }
    const email = (form.get('email') ?? '').trim()
    const account = accounts.remember({ email, verified: form.has('verified'), hosted: !form.has('foreign') })
    const allowed = { select_account: {}, login: { accountId: account.id } }
    const answer = form.get('decision') === 'deny' || !email ? denied : allowed
    await provider.interactionFinished(request, response, answer, { mergeWithLastSubmission: false })
  }
}

function fail(response: ServerResponse): void {
  response.statusCode = 400
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(errorPage('This sign-in is over or belongs to another window.'))
}

/** Each sign-in starts without a provider session; otherwise the provider would first ask to sign that account out. */
function dropProviderSession(request: IncomingMessage): void {
  const kept = (request.headers.cookie ?? '').split(/;\s*/).filter((pair) => !pair.startsWith('_session'))
  request.headers.cookie = kept.join('; ')
}

/** Refuses the names of other sites, which could point them at this machine (DNS rebinding). */
function isOwnName({ headers }: IncomingMessage): boolean {
  const url = `http://${headers.host ?? ''}`
  return URL.canParse(url) && isThisMachine(new URL(url).hostname)
}

/** The provider as a server that does not listen yet. */
export function createApp(config: Config): Server {
  const accounts = createAccounts()
  const provider = createProvider(config, accounts, errorPage)
  const signInStep = signIn(provider, accounts, config.ADMIN_EMAILS)
  const protocol = provider.callback()
  // The form's redirect leads to the site, and browsers apply form-action to redirects.
  const policy = `default-src 'none'; style-src 'unsafe-inline'; form-action 'self' ${config.PUBLIC_ORIGIN}; base-uri 'none'; frame-ancestors 'none'`

  return createServer((request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('content-security-policy', policy)
    response.setHeader('referrer-policy', 'no-referrer')
    response.setHeader('x-content-type-options', 'nosniff')
    const { pathname } = new URL(request.url ?? '/', config.GOOGLE_ISSUER)
    if (!isOwnName(request)) {
      response.statusCode = 421
      response.end('The provider answers at its own address only.\n')
      return
    }
    if (pathname === '/healthz') {
      response.setHeader('content-type', 'application/json')
      response.end('{"status":"ok"}')
    } else if (pathname.startsWith('/sign-in/')) {
      response.setHeader('cache-control', 'no-store')
      signInStep(request, response).catch(() => fail(response))
    } else {
      if (pathname.startsWith('/auth')) dropProviderSession(request)
      void protocol(request, response)
    }
  })
}
