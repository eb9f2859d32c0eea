import * as v from 'valibot'
import { emailText } from './email-text'
import { exportRights, role, staffRights, tableRights } from './users'
import { optionalLine } from './written-text'

/** Why the access of a person cannot be changed here. */
export const protection = v.picklist(['self', 'configured', 'last_admin'])

/** A person with or without access to the dashboard. Instants are ISO 8601 UTC. */
export const person = v.object({
  id: v.string(),
  email: emailText,
  name: v.nullable(v.string()),
  role,
  rights: tableRights,
  exports: exportRights,
  disabled: v.boolean(),
  provider: v.picklist(['code', 'google']),
  createdAt: v.string(),
  /** The last use of a live session, else the last sign-in; null before the first. */
  lastSeenAt: v.nullable(v.string()),
  invitedAt: v.nullable(v.string()),
  accessRequestedAt: v.nullable(v.string()),
  protection: v.nullable(protection),
})
export type Person = v.InferOutput<typeof person>

/** `GET /api/people`, admins first, then staff, then users, each by address. */
export const personList = v.object({ data: v.array(person) })

const name = v.pipe(
  v.nullable(optionalLine('Name', 100)),
  v.transform((text) => text || null),
)

const access = { name, role, rights: staffRights, exports: exportRights }

/** `POST /api/people`: what a person may do from the first sign-in. */
export const invitation = v.strictObject({ email: v.pipe(emailText, v.maxLength(320)), ...access })
export type Invitation = v.InferOutput<typeof invitation>

/** `PUT /api/people/{id}`. A disabled person cannot sign in. */
export const personChange = v.strictObject({ ...access, disabled: v.boolean() })
export type PersonChange = v.InferOutput<typeof personChange>

/** The answer of `POST /api/people`. Without `mailed` the person is stored, but the mail could not be queued. */
export const invited = v.object({ person, mailed: v.boolean() })
export type Invited = v.InferOutput<typeof invited>

/** `DELETE /api/people/{id}`. */
export const personDeleted = v.object({ success: v.literal(true), id: v.string() })
