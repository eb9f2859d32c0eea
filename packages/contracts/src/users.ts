import * as v from 'valibot'

export const role = v.picklist(['admin', 'user'])
export type Role = v.InferOutput<typeof role>

/** `GET /api/users/me`. Instants are ISO 8601 UTC. */
export const currentUser = v.object({
  id: v.string(),
  email: v.string(),
  name: v.nullable(v.string()),
  picture: v.nullable(v.string()),
  role,
  provider: v.picklist(['code', 'google']),
  createdAt: v.string(),
})
export type CurrentUser = v.InferOutput<typeof currentUser>

/** `GET /api/admin/status`. */
export const adminStatus = v.object({ isAdmin: v.boolean() })

/** `POST /api/send-otp`. */
export const codeRequest = v.strictObject({ email: v.string() })
/** `POST /api/verify-otp`. Blanks in the code do not count. */
export const codeCheck = v.strictObject({ email: v.string(), otp: v.string() })
/** `POST /api/logout`; the body may be missing. */
export const logoutRequest = v.optional(v.strictObject({ everywhere: v.optional(v.boolean(), false) }), {})

/** The answer of `POST /api/send-otp`; `resendIn` in seconds. */
export const codeRequested = v.object({ success: v.literal(true), resendIn: v.number() })

/** `POST /api/verify-otp` and `POST /api/sessions`. */
export const signedIn = v.object({ success: v.literal(true), user: currentUser })

/** `POST /api/admin/access-request`, `POST /api/logout`, `DELETE /api/sessions`. */
export const done = v.object({ success: v.literal(true) })
