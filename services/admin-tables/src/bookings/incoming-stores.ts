import type { Collection } from 'mongodb'
import type { SealedTexts } from '../tables/sealed-texts'
import { incomingHookStore } from './incoming-hook-store'
import { receivedBookings } from './received-bookings'
import { receivedStore } from './received-store'

/** The stores of incoming hooks: jobs and erasures use them as well. */
export const incomingStores = (collection: (name: string) => Collection, texts: SealedTexts) => ({
  hooks: incomingHookStore(collection, texts),
  received: receivedStore(collection),
  bookings: receivedBookings(collection),
})

export type IncomingStores = ReturnType<typeof incomingStores>
