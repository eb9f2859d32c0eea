import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type Provider from 'oidc-provider'
import { signInPage } from './page'
import type { People } from './people'

/** The page between "sign me in" and the way back to the site. */
export function signIn(provider: Provider, people: People, suggestions: readonly string[]) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    // Throws when the request belongs to no sign-in of this browser.
    await provider.interactionDetails(request, response)
    if (request.method !== 'POST') {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(signInPage(suggestions))
      return
    }
    const form = new URLSearchParams(await text(request))
    const denied = { error: 'access_denied', error_description: 'The sign-in was cancelled.' }
    const person = people.remember((form.get('email') ?? '').trim(), form.has('verified'))
    const allowed = { select_account: {}, login: { accountId: person.id } }
    const answer = form.get('decision') === 'deny' || !person.email ? denied : allowed
    await provider.interactionFinished(request, response, answer, { mergeWithLastSubmission: false })
  }
}
