import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type Provider from 'oidc-provider'
import type { Accounts } from './accounts'
import { signInPage } from './page'

/** Interactive sign-in page of the test provider; no password. */
export function signIn(provider: Provider, accounts: Accounts, suggestions: readonly string[]) {
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
