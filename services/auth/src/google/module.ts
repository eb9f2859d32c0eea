import { AppError, notFound } from '@app/contracts/errors'
import { beginGoogle, finishGoogle, signInProviders } from '@app/contracts/sign-in'
import { serve } from '@app/service/serve'
import { hostCookie, toCurrentUser, type User } from '@app/session'
import type { CodesModule } from '../codes/module'
import type { Service } from '../context'
import { finishProviderLogin, transactionLife } from './finish-provider-login'

/** Sign-in with Google. Without a `google` provider both routes are a 404, and `/oauth/providers` says so. */
export function googleModule(service: Service, { signIn: { attempt, open, transactions }, requestProof }: CodesModule) {
  const { google, publicOrigin, corsOrigins } = service
  const finish = google && finishProviderLogin({ ...service, provider: google })
  // Their pages may start a sign-in.
  const origins = [publicOrigin, ...corsOrigins]
  const cookie = hostCookie('oauth_tx', publicOrigin, transactionLife)
  const notOffered = () => notFound('Sign-in with Google is not set up here.')

  const routes = [
    serve(signInProviders, () => ({ google: google !== undefined })),
    serve(beginGoogle, async ({ search, set }) => {
      if (!google) throw notOffered()
      const asked = search.getAll('originUrl')
      if (asked.length !== 1 || !origins.includes(asked[0]!))
        throw new AppError('invalid_request', 'Sign-in cannot start from this address.')
      const { redirectUrl, secrets } = await google.begin()
      set.headers['set-cookie'] = cookie.set(await transactions.begin({ issuer: google.issuer, ...secrets }))
      return { redirectUrl }
    }),
    serve(finishGoogle, async ({ body: answer, request, requestId, set }) => {
      if (!finish) throw notOffered()
      // The transaction ends in every case.
      set.headers['set-cookie'] = cookie.clear()
      const user = await attempt({ method: 'google', requestId }, async (): Promise<User> => {
        const login = await finish(answer, cookie.read(request))
        if ('user' in login) return login.user
        const { cookies, error } = await requestProof(request, login.unproven, requestId)
        set.headers['set-cookie'] = [cookie.clear(), ...cookies]
        throw error
      })
      const session = await open(request, user, { requestId, keep: answer.keep })
      set.headers['set-cookie'] = [...session, cookie.clear()]
      return { success: true, user: toCurrentUser(user) }
    }),
  ]
  return { routes }
}
