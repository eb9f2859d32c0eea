import type { Service } from '../context'
import { accessLog } from './access-log'
import { linkAccount } from './account'
import { managePeople } from './manage-people'
import { requestAccess } from './request-access'
import { peopleRoutes, userRoutes } from './routes'

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
