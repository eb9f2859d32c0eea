import type { User } from './models/user-document'

/**
 * The caller: the signed-in user, proven by the token, the session record and the user record, or a service account, proven by its
 * secret and its record, all read for this request.
 */
export type Identity = { sid: string; user: User; signedInAt: Date; isAccount?: true }
