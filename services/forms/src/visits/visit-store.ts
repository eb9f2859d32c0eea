import { days, seconds } from '@app/contracts/durations'
import {
  directHost,
  hostKeys,
  otherHosts,
  pageKeys,
  type StoredVisits,
  type Visit,
  type VisitKind,
} from '@app/contracts/visits'
import { isDuplicateKey } from '@app/mongo'
import { schoolDay } from '@app/school-time/school-day'
import type { Collection } from 'mongodb'

const maxTimeMS = seconds(2)
/** Hosts that a day names. Those that come later are counted together. */
const maxHosts = 100
const retention = days(400)

export type Counted = Visit & { kind: VisitKind; count: number }

/** Where visitors came from: one document for each day at the school, of bounded size. */
export function visitStore(visits: () => Collection<StoredVisits>, now = Date.now) {
  /** The hosts of a day, which it is created with. */
  async function hostsOf(_id: string): Promise<readonly string[]> {
    const found = await visits().findOne({ _id }, { projection: { hosts: 1 }, maxTimeMS })
    if (found) return found.hosts
    try {
      await visits().insertOne({ _id, hosts: [] })
      return []
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
      return hostsOf(_id)
    }
  }

  /** Adds hosts as long as there is room, whichever replica names them first. */
  async function named(_id: string, wanted: readonly string[]): Promise<readonly string[]> {
    const known = await hostsOf(_id)
    const missing = wanted.filter((host) => !known.includes(host)).slice(0, maxHosts - known.length)
    if (missing.length === 0) return known
    for (const host of missing)
      await visits().updateOne(
        { _id, hosts: { $ne: host }, [`hosts.${maxHosts - 1}`]: { $exists: false } },
        { $push: { hosts: host } },
      )
    return hostsOf(_id)
  }

  return {
    async add(day: string, counted: readonly Counted[]): Promise<void> {
      const wanted = new Set(counted.map(({ host }) => host))
      const hosts = await named(
        day,
        [...wanted].filter((host) => host !== directHost && host !== otherHosts),
      )
      const keyOf = (host: string) => {
        if (host === directHost) return hostKeys.direct
        const place = hosts.indexOf(host)
        return place < 0 ? hostKeys.others : hostKeys.named(place)
      }
      const sums: Record<string, number> = {}
      for (const { kind, page, host, count } of counted) {
        const path = `${kind}.${pageKeys[page]}.${keyOf(host)}`
        sums[path] = (sums[path] ?? 0) + count
      }
      await visits().updateOne({ _id: day }, { $inc: sums })
    },

    /** Removes days that are older than 400 days; resolves with how many. */
    async purge(): Promise<number> {
      const first = schoolDay(now() - retention)
      return (await visits().deleteMany({ _id: { $lt: first } })).deletedCount
    },
  }
}
export type VisitStore = ReturnType<typeof visitStore>
