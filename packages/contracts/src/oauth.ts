import * as v from 'valibot'

/** `GET /api/oauth/providers`: which ways to sign in beside the code are configured. */
export const oauthProviders = v.object({ google: v.boolean() })

/** `GET /api/oauth/google/redirect_url?originUrl=`: where to send the popup. */
export const oauthRedirect = v.object({ redirectUrl: v.string() })

/** `POST /api/sessions`: what the provider gave to `/auth/callback`. `state` must match when it is sent. */
export const oauthCode = v.strictObject({
  code: v.pipe(v.string(), v.minLength(1), v.maxLength(2_048)),
  state: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(512))),
})
