import { directHost, otherHosts, type Visit, type VisitKind } from '@app/contracts/visits'
import { schoolDay } from '@app/school-time/school-day'
import type { Counted, VisitStore } from './visit-store'

const maxLength = 100
/** A name of the internet. An IP address, whose last part is a number, may be one of a person. */
const isName = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** The name that a host is counted by; the site's own pages lead nowhere new. */
export function visitHost(given: string, ownHost: string): string {
  const withoutWww = (host: string) => host.replace(/^www\./, '')
  const host = withoutWww(given.trim().toLowerCase().replace(/\.$/, ''))
  if (host === '' || host === withoutWww(ownHost)) return directHost
  return host.length <= maxLength && isName.test(host) ? host : otherHosts
}

/** More than a day has room for: what a hostile client makes up takes no more memory than this. */
const maxWaiting = 1_000

type Deps = { store: Pick<VisitStore, 'add'>; ownHost: string; now?: () => number }

/**
 * Counts in memory; `flush` adds what has come together to the stored days, so that a view costs no write. A process that is killed
 * loses the last seconds, which no figure shows.
 */
export function visitCounter({ store, ownHost, now = Date.now }: Deps) {
  let days = new Map<string, Map<string, Counted>>()

  function add(day: string, { kind, page, host, count }: Counted): void {
    const waiting = days.get(day) ?? new Map<string, Counted>()
    days.set(day, waiting)
    const shown = waiting.size < maxWaiting || waiting.has(`${kind} ${page} ${host}`) ? host : otherHosts
    const key = `${kind} ${page} ${shown}`
    waiting.set(key, { kind, page, host: shown, count: (waiting.get(key)?.count ?? 0) + count })
  }

  return {
    note: (kind: VisitKind, { page, host }: Visit): void =>
      add(schoolDay(now()), { kind, page, host: visitHost(host, ownHost), count: 1 }),

    /** Counts that cannot be stored yet are kept for the next time. */
    async flush(): Promise<void> {
      const taken = days
      days = new Map()
      const results = await Promise.allSettled(
        [...taken].map(([day, counted]) => store.add(day, [...counted.values()])),
      )
      const failed = [...taken].filter((_, at) => results[at]!.status === 'rejected')
      for (const [day, counted] of failed) for (const each of counted.values()) add(day, each)
      for (const result of results) if (result.status === 'rejected') throw result.reason
    },
  }
}
export type VisitCounter = ReturnType<typeof visitCounter>
