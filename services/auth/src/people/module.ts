import {
  checkRecentSignIn,
  getAdminStatus,
  getCurrentUser,
  readAbout,
  requestAccess as requestAccessCall,
  saveSignature,
} from '@app/contracts/account'
import { minutes } from '@app/contracts/durations'
import { deletePerson, invitePerson, listPeople, updatePerson } from '@app/contracts/people'
import { serve } from '@app/service/serve'
import { requireRecentSignIn, toAdminStatus, toCurrentUser, type UserStore } from '@app/session'
import { runningVersion } from '@app/telemetry'
import type { Service } from '../context'
import { accessLog } from './access-log'
import { linkAccount } from './account'
import { type ManagePeople, managePeople } from './manage-people'
import { type RequestAccess, requestAccess } from './request-access'

/** People and their access, for admins. */
const peopleRoutes = ({ people }: { people: ManagePeople }) => [
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

type Deps = { requestAccess: RequestAccess; users: Pick<UserStore, 'setSignature'> }

/** Time to fill in what ends in a call that needs a recent sign-in. */
const toFillIn = minutes(5)

/** The current user and what they may do, read from the database for every request. */
const userRoutes = ({ requestAccess, users }: Deps) => [
  serve(getCurrentUser, ({ identity }) => toCurrentUser(identity.user)),
  serve(saveSignature, async ({ identity, body }) =>
    toCurrentUser((await users.setSignature(identity.user.id, body.text)) ?? identity.user),
  ),
  serve(checkRecentSignIn, ({ identity }) => {
    requireRecentSignIn(identity, Date.now() + toFillIn)
    return { success: true }
  }),
  serve(getAdminStatus, ({ identity }) => toAdminStatus(identity.user)),
  serve(readAbout, () => ({ version: runningVersion() })),
  serve(requestAccessCall, async ({ identity, requestId }) => {
    await requestAccess(identity.user, requestId)
    return { success: true }
  }),
]

/** People and their rights. */
export const peopleModule = (service: Service) => ({
  link: linkAccount(service),
  /** Of a person by this address. */
  async find(email: string) {
    const found = await service.people.findByEmail(email)
    return found && { id: found._id.toHexString(), email }
  },
  routes: [
    ...peopleRoutes({ people: managePeople({ ...service, accessLog: accessLog(service.log, service.audit) }) }),
    ...userRoutes({ ...service, requestAccess: requestAccess(service) }),
  ],
})

export type PeopleModule = ReturnType<typeof peopleModule>
