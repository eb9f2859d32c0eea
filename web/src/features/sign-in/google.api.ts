import { oauthProviders, oauthRedirect } from '@app/contracts/oauth'
import { signedIn } from '@app/contracts/users'
import { request } from '#lib/api'

/** Whether sign-in with Google is configured. */
export const fetchOffersGoogle = async () => (await request(oauthProviders, '/api/oauth/providers')).google

/** The provider's authorization URL for this origin. */
export async function fetchRedirectUrl(originUrl: string, signal?: AbortSignal) {
  const path = `/api/oauth/google/redirect_url?${new URLSearchParams({ originUrl })}`
  return (await request(oauthRedirect, path, { signal })).redirectUrl
}

/** Exchanges the provider's code for a session. */
export const exchangeCode = (code: string, state: string | undefined, keep: boolean | undefined) =>
  request(signedIn, '/api/sessions', { method: 'POST', anonymous: true, body: { code, state, keep } })
