import type { Context, FeaturePart, ServicePart, Worker } from '../context'
import { mailAddressRoutes } from './mail-addresses-routes'
import { reportRoutes } from './reports-routes'
import type { DeliveryDeps } from './start-delivery'

/** Sends the mails that other features store. */
export const deliveryModule = (context: Context, below: DeliveryDeps) => ({
  service: (): ServicePart => ({
    routes: [
      ...reportRoutes(),
      ...mailAddressRoutes({ mailAddresses: below.addresses.mailAddresses, mailings: below.mailings.mailings }),
    ],
  }),

  // Imported there alone: the service never loads what sends mail.
  worker: async (worker: Worker): Promise<FeaturePart> =>
    (await import('./start-delivery')).startDelivery(context, worker, below),
})
