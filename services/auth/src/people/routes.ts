import { deletePerson, invitePerson, listPeople, updatePerson } from '@app/contracts/calls/people'
import { serve } from '@app/service/serve'
import type { ManagePeople } from './manage-people'

/** People and their access, for admins. */
export const peopleRoutes = ({ people }: { people: ManagePeople }) => [
  serve(listPeople, ({ identity }) => people.list(identity)),
  serve(invitePerson, ({ identity, requestId, body }) => people.invite({ ...identity, requestId }, body)),
  serve(updatePerson, ({ identity, requestId, params, body }) =>
    people.update({ ...identity, requestId }, params.id, body),
  ),
  serve(deletePerson, async ({ identity, requestId, params: { id } }) => {
    await people.remove({ ...identity, requestId }, id)
    return { success: true, id }
  }),
]
