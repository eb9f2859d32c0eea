import * as v from 'valibot'
import { doc, get, post, put, remove, tagged } from './call'
import { exampleId, idOf } from './doc-parts'
import { emailText } from './email-text'
import { idParams } from './parameters'
import { adminChange, adminRead } from './policy'
import { deleted, exportRights, role, staffRights, tableRights } from './users'
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
const personList = v.object({ data: v.array(person) })

const name = v.pipe(
  v.nullable(optionalLine('Name', 100)),
  v.transform((text) => text || null),
)

const access = { name, role, rights: staffRights, exports: exportRights }

/** `POST /api/people`: what a person may do from the first sign-in. */
export const invitation = v.strictObject({ email: v.pipe(emailText, v.maxLength(320)), ...access })
export type Invitation = v.InferOutput<typeof invitation>

/** `PUT /api/people/{id}`. A disabled person cannot sign in. */
const personChange = v.strictObject({ ...access, disabled: v.boolean() })
export type PersonChange = v.InferOutput<typeof personChange>

/** The answer of `POST /api/people`. Without `mailed` the person is stored, but the mail could not be queued. */
export const invited = v.object({ person, mailed: v.boolean() })
export type Invited = v.InferOutput<typeof invited>

export const listPeople = get('listPeople', '/api/people', {
  ...adminRead,
  response: { 200: personList },
})

export const invitePerson = post('invitePerson', '/api/people', {
  access: 'admin',
  stepUp: true,
  limit: 'send',
  audit: { action: 'invite', by: 'action' },
  body: { schema: invitation },
  response: { 201: invited },
  errors: ['invalid_input', 'conflict'],
})

export const updatePerson = put('updatePerson', '/api/people/:id', {
  ...adminChange,
  audit: { action: 'access', by: 'action' },
  params: idParams,
  body: { schema: personChange },
  response: { 200: person },
  errors: ['invalid_input', 'not_found', 'conflict'],
})

export const deletePerson = remove('deletePerson', '/api/people/:id', {
  ...adminChange,
  audit: { action: 'remove-person', by: 'action' },
  params: idParams,
  response: { 200: deleted },
  errors: ['not_found', 'conflict'],
})

export const docs = () => {
  const ofPerson = { id: idOf('the person') }
  const example = {
    id: exampleId,
    email: 'coach@archery.example',
    name: 'Robin Fletcher',
    role: 'staff',
    rights: { lessons: 'edit', students: 'view' },
    exports: [],
    disabled: false,
    provider: 'code',
    createdAt: '2026-05-01T10:00:00.000Z',
    lastSeenAt: '2026-05-02T09:30:00.000Z',
    invitedAt: '2026-05-01T10:00:00.000Z',
    accessRequestedAt: null,
    protection: null,
  }
  const access = { name: example.name, role: example.role, rights: example.rights, exports: [] }
  const conflict = 'The person is the last admin, an admin by `ADMIN_EMAILS`, or yourself.'
  return tagged('People', [
    doc(listPeople, {
      summary: 'People and their access',
      description: 'Everyone who was invited or has signed in, with role, rights and last use.',
      responses: { 200: { description: 'The people.', example: { data: [example] } } },
    }),
    doc(invitePerson, {
      summary: 'Invite a person',
      description:
        'Stores the person with role and rights, and emails an invitation. The person signs in with the address by code or Google. A repeat before the first sign-in updates the rights and emails again.',
      body: { example: { email: example.email, ...access } },
      responses: { 201: { description: 'Invited.', example: { person: example, mailed: true } } },
      errors: { invalid_input: 'A value is not valid.', conflict: 'The address belongs to a person with access.' },
    }),
    doc(updatePerson, {
      summary: 'Change access',
      description:
        'Replaces name, role, rights and whether the person is disabled. It takes effect with their next request. The sessions of a person without access end.',
      parameters: ofPerson,
      body: { example: { ...access, disabled: false } },
      responses: { 200: { description: 'The person after the change.', example } },
      errors: { invalid_input: 'A value is not valid.', not_found: 'There is no such person.', conflict },
    }),
    doc(deletePerson, {
      summary: 'Delete a person',
      description: 'Deletes the person with their passkeys and ends their sessions.',
      parameters: ofPerson,
      responses: { 200: { description: 'Deleted.', example: { success: true, id: exampleId } } },
      errors: { not_found: 'There is no such person.', conflict },
    }),
  ])
}
