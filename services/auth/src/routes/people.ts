import { deletePerson, invitePerson, listPeople, updatePerson } from '@app/contracts/calls/people'
import { callRoute } from '@app/service/call-route'
import { requestContext } from '@app/service/request-context'
import type { Guards } from '@app/session'
import { Elysia } from 'elysia'
import type { ManagePeople } from '../actions/manage-people'

/** People and their access, for admins. */
export const peopleRoutes = ({ guards, people }: { guards: Pick<Guards, 'access'>; people: ManagePeople }) =>
  new Elysia({ name: 'people-routes' })
    .use(guards.access)
    .use(requestContext)
    .get(listPeople.path, ({ identity }) => people.list(identity), callRoute(listPeople))
    .post(
      invitePerson.path,
      async ({ identity, requestId, body, status }) =>
        status(201, await people.invite({ ...identity, requestId }, body)),
      callRoute(invitePerson),
    )
    .put(
      updatePerson.path,
      ({ identity, requestId, params, body }) => people.update({ ...identity, requestId }, params.id, body),
      callRoute(updatePerson),
    )
    .delete(
      deletePerson.path,
      async ({ identity, requestId, params: { id } }) => {
        await people.remove({ ...identity, requestId }, id)
        return { success: true, id }
      },
      callRoute(deletePerson),
    )
