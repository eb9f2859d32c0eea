import * as v from 'valibot'
import { emailText } from './email-text'
import { optionalText } from './written-text'

/** The table on which staff may have a right to their own records alone: lessons whose instructor is the person. */
export const ownTable = 'lessons'

/** `admin`: everything. `staff`: the dashboard, with the tables it has rights for. `user`: no dashboard. */
export const role = v.picklist(['admin', 'staff', 'user'])
export type Role = v.InferOutput<typeof role>

/**
 * The right of staff on a table; `edit` includes `view`. `own`: see and mark their own lessons, and see the students in them.
 * Exporting is a right apart.
 */
export const tableRight = v.picklist(['own', 'view', 'edit'])
export type TableRight = v.InferOutput<typeof tableRight>

const tableName = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_]{0,62}$/, 'must be the name of a table'))
/** Rights of staff by table name; a table that is not named may not be seen. */
export const tableRights = v.record(tableName, tableRight)
export type TableRights = v.InferOutput<typeof tableRights>
/** Rights to give to a person. */
export const staffRights = v.pipe(
  tableRights,
  v.check(
    (rights) => Object.entries(rights).every(([table, right]) => right !== 'own' || table === ownTable),
    `Only ${ownTable} can be limited to a person's own`,
  ),
)
/** Rights to give to a program, which teaches no lessons. */
export const accountRights = v.record(tableName, v.picklist(['view', 'edit']))
export type AccountRights = v.InferOutput<typeof accountRights>
/** The tables that staff may export. */
export const exportRights = v.pipe(v.array(tableName), v.maxLength(200))

/** `PUT /api/users/me/signature`: what ends the replies of a person; empty for none. */
export const maxSignatureLength = 500
export const signature = v.strictObject({ text: optionalText('Signature', maxSignatureLength) })

/** `GET /api/users/me`. Instants are ISO 8601 UTC. */
export const currentUser = v.object({
  id: v.string(),
  email: emailText,
  name: v.nullable(v.string()),
  picture: v.nullable(v.string()),
  role,
  rights: tableRights,
  exports: exportRights,
  provider: v.picklist(['code', 'google']),
  createdAt: v.string(),
  signature: v.optional(v.string()),
})
export type CurrentUser = v.InferOutput<typeof currentUser>

/** `GET /api/admin/status`. `tables` and `exports` are the rights of staff; an admin uses every table. */
export const adminStatus = v.object({ isAdmin: v.boolean(), role, tables: tableRights, exports: exportRights })
export type AdminStatus = v.InferOutput<typeof adminStatus>

/** Signed in for the day instead of 30 minutes of inactivity. */
export const keepSignedIn = v.optional(v.boolean())

/** `POST /api/verify-otp` and `POST /api/sessions`. */
export const signedIn = v.object({ success: v.literal(true), user: currentUser })

/** `POST /api/admin/access-request`, `POST /api/logout`, `DELETE /api/sessions`. */
export const done = v.object({ success: v.literal(true) })
/** The answer to a call that removes one thing: its id. */
export const deleted = v.object({ success: v.literal(true), id: v.string() })
