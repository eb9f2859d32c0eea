import { AppError } from '@app/contracts/errors'
import { oauthCode } from '@app/contracts/oauth'
import type { IpLimits } from '@app/service/ip-limits'
import { hostCookie, toCurrentUser } from '@app/session'
import { Elysia } from 'elysia'
import type { FinishProviderLogin } from '../actions/finish-provider-login'
import type { OpenSession } from '../actions/open-session'
import type { SignInAttempt } from '../actions/sign-in-attempt'
import { type OAuthTransactionStore, transactionLife } from '../models/oauth-transaction'
import type { OpenIdProvider } from '../openid/provider'
import { readBody } from './read-body'

/** Sign-in with Google. Without a `google` provider both routes are a 404, and the page is told not to offer it. */
export const oauthRoutes = ({
  google,
  finish,
  attempt,
  transactions,
  open,
  limits,
  publicOrigin,
  origins,
}: {
  google: Pick<OpenIdProvider, 'issuer' | 'begin'> | undefined
  finish: FinishProviderLogin | undefined
  attempt: SignInAttempt
  transactions: Pick<OAuthTransactionStore, 'begin'>
  open: OpenSession
  limits: Pick<IpLimits, 'providerLogin' | 'codeCheck'>
  publicOrigin: string
  /** Whose pages may begin a sign-in. */
  origins: readonly string[]
}) => {
  const cookie = hostCookie('oauth_tx', publicOrigin, transactionLife)
  const notOffered = () => new AppError('not_found', 'Signing in with Google is not set up here.')

  return new Elysia({ name: 'oauth-routes', prefix: '/api' })
    .get('/oauth/providers', () => ({ google: google !== undefined }))
    .get('/oauth/google/redirect_url', async ({ request, set }) => {
      if (!google) throw notOffered()
      const asked = new URL(request.url).searchParams.getAll('originUrl')
      if (asked.length !== 1 || !origins.includes(asked[0]!))
        throw new AppError('invalid_request', 'Signing in cannot begin from this address.')
      await limits.providerLogin(request)
      const { redirectUrl, secrets } = await google.begin()
      set.headers['set-cookie'] = cookie.set(await transactions.begin(google.issuer, secrets))
      return { redirectUrl }
    })
    .post('/sessions', async ({ body, request, set }) => {
      if (!finish) throw notOffered()
      await limits.codeCheck(request)
      const answer = readBody(oauthCode, body)
      // Whatever comes of it, this transaction is over.
      set.headers['set-cookie'] = cookie.clear()
      const requestId = String(set.headers['x-request-id'])
      const user = await attempt('google', requestId, () => finish(answer, cookie.read(request)))
      const session = await open(request, user, requestId)
      set.headers['set-cookie'] = [session, cookie.clear()] as unknown as string
      return { success: true, user: toCurrentUser(user) }
    })
}
