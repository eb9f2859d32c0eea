import { doc } from './call-doc'
import { exampleId, idOf } from './parameters.doc'
import { deletePerson, invitePerson, listPeople, updatePerson } from './people'

const tag = 'People'
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

export const listPeopleDoc = doc(listPeople, {
  tag,
  summary: 'People and their access',
  description: 'Everyone who was invited or has signed in, with role, rights and last use.',
  responses: { 200: { description: 'The people.', example: { data: [example] } } },
})

export const invitePersonDoc = doc(invitePerson, {
  tag,
  summary: 'Invite a person',
  description:
    'Stores the person with role and rights, and emails an invitation. The person signs in with the address by code or Google. A repeat before the first sign-in updates the rights and emails again.',
  body: { example: { email: example.email, ...access } },
  responses: { 201: { description: 'Invited.', example: { person: example, mailed: true } } },
  errors: { invalid_input: 'A value is not valid.', conflict: 'The address belongs to a person with access.' },
})

export const updatePersonDoc = doc(updatePerson, {
  tag,
  summary: 'Change access',
  description:
    'Replaces name, role, rights and whether the person is disabled. It takes effect with their next request. The sessions of a person without access end.',
  parameters: ofPerson,
  body: { example: { ...access, disabled: false } },
  responses: { 200: { description: 'The person after the change.', example } },
  errors: { invalid_input: 'A value is not valid.', not_found: 'There is no such person.', conflict },
})

export const deletePersonDoc = doc(deletePerson, {
  tag,
  summary: 'Delete a person',
  description: 'Deletes the person with their passkeys and ends their sessions.',
  parameters: ofPerson,
  responses: { 200: { description: 'Deleted.', example: { success: true, id: exampleId } } },
  errors: { not_found: 'There is no such person.', conflict },
})
