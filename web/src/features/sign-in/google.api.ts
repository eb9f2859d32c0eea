import { oauthProviders, oauthRedirect } from '@app/contracts/oauth'
import { signedIn } from '@app/contracts/users'
import { request } from '#lib/api'

/** Whether Google can be offered. */
export const fetchOffersGoogle = async () => (await request(oauthProviders, '/api/oauth/providers')).google

/** Where the provider asks people to sign in, for pages of this origin. */
export async function fetchRedirectUrl(originUrl: string, signal?: AbortSignal) {
  const path = `/api/oauth/google/redirect_url?${new URLSearchParams({ originUrl })}`
  return (await request(oauthRedirect, path, { signal })).redirectUrl
}

/** Trades what the provider gave for a session. */
export const exchangeCode = (code: string, state: string | undefined) =>
  request(signedIn, '/api/sessions', { method: 'POST', anonymous: true, body: { code, state } })
