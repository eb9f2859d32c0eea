import {
  type Invitation,
  invited,
  type Person,
  type PersonChange,
  personDeleted,
  personList,
  person as personSchema,
} from '@app/contracts/people'
import { queryOptions } from '@tanstack/react-query'
import { request } from '#lib/api'

export const peopleKey = ['people'] as const

export const peopleQuery = queryOptions({
  queryKey: peopleKey,
  queryFn: async ({ signal }): Promise<Person[]> => (await request(personList, '/api/people', { signal })).data,
})

const pathOf = (id: string) => `/api/people/${encodeURIComponent(id)}`

export const invitePerson = (body: Invitation) => request(invited, '/api/people', { method: 'POST', body })

export const updatePerson = (id: string, body: PersonChange) =>
  request(personSchema, pathOf(id), { method: 'PUT', body })

export const deletePerson = (id: string) => request(personDeleted, pathOf(id), { method: 'DELETE' })
