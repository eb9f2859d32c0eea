import * as v from 'valibot'
import { invitation, invited, personChange, personDeleted, personList, person as personSchema } from '../people'
import { call, exampleId, idOf } from './call'

const tag = 'People'
const person = {
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
const change = { name: person.name, role: 'staff', rights: person.rights, exports: [], disabled: false } as const
const recent = 'The sign-in is older than 15 minutes. Sign in again, then repeat the call.'
const conflict = 'The person is the last admin, an admin by ADMIN_EMAILS, or yourself.'

export const listPeople = call({
  method: 'get',
  path: '/api/people',
  access: 'admin',
  response: { 200: { description: 'The people.', schema: personList, example: { data: [person] } } },
  detail: {
    id: 'listPeople',
    tag,
    summary: 'People and their access',
    description: 'Everyone who was invited or has signed in, with role, rights and last use.',
  },
})

export const invitePerson = call({
  method: 'post',
  path: '/api/people',
  access: 'admin',
  body: {
    schema: invitation,
    example: { email: person.email, name: person.name, role: 'staff', rights: person.rights, exports: [] },
  },
  response: { 201: { description: 'Invited.', schema: invited, example: { person, mailed: true } } },
  errors: {
    invalid_input: 'A value is not valid.',
    conflict: 'The address belongs to a person with access.',
    recent_sign_in_required: recent,
  },
  detail: {
    id: 'invitePerson',
    tag,
    summary: 'Invite a person',
    description:
      'Stores the person with role and rights, and emails an invitation. The person signs in with the address by code or Google. A repeat before the first sign-in updates the rights and emails again.',
  },
})

export const updatePerson = call({
  method: 'put',
  path: '/api/people/:id',
  access: 'admin',
  params: v.object({ id: idOf('the person') }),
  body: { schema: personChange, example: change },
  response: { 200: { description: 'The person after the change.', schema: personSchema, example: person } },
  errors: {
    invalid_input: 'A value is not valid.',
    not_found: 'There is no such person.',
    conflict,
    recent_sign_in_required: recent,
  },
  detail: {
    id: 'updatePerson',
    tag,
    summary: 'Change access',
    description:
      'Replaces name, role, rights and whether the person is disabled. It takes effect with their next request; without access, their sessions end.',
  },
})

export const deletePerson = call({
  method: 'delete',
  path: '/api/people/:id',
  access: 'admin',
  params: v.object({ id: idOf('the person') }),
  response: {
    200: { description: 'Deleted.', schema: personDeleted, example: { success: true, id: exampleId } },
  },
  errors: { not_found: 'There is no such person.', conflict, recent_sign_in_required: recent },
  detail: {
    id: 'deletePerson',
    tag,
    summary: 'Delete a person',
    description: 'Deletes the person with their passkeys and ends their sessions.',
  },
})
