import { beginGoogle, finishGoogle, signInProviders } from '@app/contracts/calls/sign-in'
import { AppError } from '@app/contracts/errors'
import { callRoute } from '@app/service/call-route'
import type { IpLimits } from '@app/service/ip-limits'
import { requestContext } from '@app/service/request-context'
import { type Guards, hostCookie, toCurrentUser, type User } from '@app/session'
import { Elysia } from 'elysia'
import type { FinishProviderLogin } from '../actions/finish-provider-login'
import type { OpenSession } from '../actions/open-session'
import type { RequestProof } from '../actions/request-proof'
import type { SignInAttempt } from '../actions/sign-in-attempt'
import { type OAuthTransactionStore, transactionLife } from '../models/oauth-transaction'
import type { OpenIdProvider } from '../openid/provider'

/** Sign-in with Google. Without a `google` provider both routes are a 404, and `/oauth/providers` says so. */
export const oauthRoutes = ({
  guards,
  google,
  finish,
  requestProof,
  attempt,
  transactions,
  open,
  limits,
  publicOrigin,
  origins,
}: {
  guards: Pick<Guards, 'access'>
  google: Pick<OpenIdProvider, 'issuer' | 'begin'> | undefined
  finish: FinishProviderLogin | undefined
  requestProof: RequestProof
  attempt: SignInAttempt
  transactions: Pick<OAuthTransactionStore, 'begin'>
  open: OpenSession
  limits: Pick<IpLimits, 'providerLogin' | 'codeCheck'>
  publicOrigin: string
  /** Origins whose pages may start a sign-in. */
  origins: readonly string[]
}) => {
  const cookie = hostCookie('oauth_tx', publicOrigin, transactionLife)
  const notOffered = () => new AppError('not_found', 'Sign-in with Google is not set up here.')

  return new Elysia({ name: 'oauth-routes' })
    .use(guards.access)
    .use(requestContext)
    .get(signInProviders.path, () => ({ google: google !== undefined }), callRoute(signInProviders))
    .get(
      beginGoogle.path,
      async ({ request, set }) => {
        if (!google) throw notOffered()
        const asked = new URL(request.url).searchParams.getAll('originUrl')
        if (asked.length !== 1 || !origins.includes(asked[0]!))
          throw new AppError('invalid_request', 'Sign-in cannot start from this address.')
        await limits.providerLogin(request)
        const { redirectUrl, secrets } = await google.begin()
        set.headers['set-cookie'] = cookie.set(await transactions.begin(google.issuer, secrets))
        return { redirectUrl }
      },
      callRoute(beginGoogle),
    )
    .post(
      finishGoogle.path,
      async ({ body: answer, request, requestId, set }) => {
        if (!finish) throw notOffered()
        await limits.codeCheck(request)
        // The transaction ends in every case.
        set.headers['set-cookie'] = cookie.clear()
        const user = await attempt({ method: 'google', requestId }, async (): Promise<User> => {
          const login = await finish(answer, cookie.read(request))
          if ('user' in login) return login.user
          const { cookies, error } = await requestProof(request, login.unproven, requestId)
          set.headers['set-cookie'] = [cookie.clear(), ...cookies] as unknown as string
          throw error
        })
        const session = await open(request, user, { requestId, keep: answer.keep })
        set.headers['set-cookie'] = [...session, cookie.clear()] as unknown as string
        return { success: true, user: toCurrentUser(user) }
      },
      callRoute(finishGoogle),
    )
}
