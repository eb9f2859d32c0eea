import * as v from 'valibot'
import { keepSignedIn } from './users'

/** `GET /api/oauth/providers`: the configured sign-in methods other than the code. */
export const oauthProviders = v.object({ google: v.boolean() })

/** `GET /api/oauth/google/redirect_url?originUrl=`: where to send the popup. */
export const oauthRedirect = v.object({ redirectUrl: v.string() })

/** `POST /api/sessions`: what the provider sent to `/auth/callback`. `state` must match when it is sent. */
export const oauthCode = v.strictObject({
  code: v.pipe(v.string(), v.minLength(1), v.maxLength(2_048)),
  state: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(512))),
  keep: keepSignedIn,
})
