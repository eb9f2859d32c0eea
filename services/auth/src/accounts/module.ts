import type { Service } from '../context'
import { manageAccounts } from './manage-accounts'
import { serviceAccountRoutes } from './routes'

/** Access of programs. */
export const accountsModule = (service: Service) => ({
  routes: serviceAccountRoutes({ accounts: manageAccounts(service) }),
})
