import { gauge } from '@app/telemetry'
import type { MongoClient } from 'mongodb'

let inUse = 0
let asking = 0

gauge('mongodb_pool_connections_in_use', 'Connections to MongoDB that are taken', [], () => [
  { labels: {}, value: inUse },
])
gauge('mongodb_pool_waiting', 'Operations that wait for a connection to MongoDB', [], () => [
  { labels: {}, value: asking },
])

/** Follows who takes connections and who waits for one. */
export function watchPool(client: MongoClient): void {
  client
    .on('connectionCheckOutStarted', () => {
      asking++
    })
    .on('connectionCheckOutFailed', () => {
      asking--
    })
    .on('connectionCheckedOut', () => {
      asking--
      inUse++
    })
    .on('connectionCheckedIn', () => {
      inUse--
    })
}
