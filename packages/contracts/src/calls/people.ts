import * as v from 'valibot'
import { invitation, invited, person, personChange, personDeleted, personList } from '../people'
import { call } from './call'
import { recordId } from './parameters'
import { adminChange, adminRead } from './policy'

const ofPerson = v.object({ id: recordId })

export const listPeople = call({
  id: 'listPeople',
  method: 'get',
  path: '/api/people',
  ...adminRead,
  response: { 200: personList },
})

export const invitePerson = call({
  id: 'invitePerson',
  method: 'post',
  path: '/api/people',
  access: 'admin',
  stepUp: true,
  limit: 'send',
  audit: { action: 'invite', by: 'action' },
  body: { schema: invitation },
  response: { 201: invited },
  errors: ['invalid_input', 'conflict'],
})

export const updatePerson = call({
  id: 'updatePerson',
  method: 'put',
  path: '/api/people/:id',
  ...adminChange,
  audit: { action: 'access', by: 'action' },
  params: ofPerson,
  body: { schema: personChange },
  response: { 200: person },
  errors: ['invalid_input', 'not_found', 'conflict'],
})

export const deletePerson = call({
  id: 'deletePerson',
  method: 'delete',
  path: '/api/people/:id',
  ...adminChange,
  audit: { action: 'remove-person', by: 'action' },
  params: ofPerson,
  response: { 200: personDeleted },
  errors: ['not_found', 'conflict'],
})
