import { gauge } from '@app/telemetry'
import type { MongoClient } from 'mongodb'

let inUse = 0
let waiting = 0

gauge('mongodb_pool_connections_in_use', 'Connections to MongoDB in use', [], () => [{ labels: {}, value: inUse }])
gauge('mongodb_pool_waiting', 'Operations waiting for a connection to MongoDB', [], () => [
  { labels: {}, value: waiting },
])

/** Counts connections in use and waiting operations. */
export function watchPool(client: MongoClient): void {
  client
    .on('connectionCheckOutStarted', () => {
      waiting++
    })
    .on('connectionCheckOutFailed', () => {
      waiting--
    })
    .on('connectionCheckedOut', () => {
      waiting--
      inUse++
    })
    .on('connectionCheckedIn', () => {
      inUse--
    })
}
