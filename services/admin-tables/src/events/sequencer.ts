import { randomUUID } from 'node:crypto'
import { hours, minutes, seconds } from '@app/contracts/durations'
import { inquiryTable } from '@app/contracts/inquiries'
import type { RevisionStore } from '../records/revision-store'
import type { FeedSources } from './feed-sources'
import type { FeedStore, NewEvent } from './feed-store'

const maxEvents = 500
const leaseMs = seconds(6)
const renewedAfter = seconds(2)
/** After a round that found something: more may follow soon. */
const busyMs = seconds(0.25)
/** While another replica has the lease, which may end. */
const standbyMs = seconds(1)
const sweptAfter = minutes(10)
const retiredAfter = hours(1)

type Deps = {
  feed: FeedStore
  sources: FeedSources
  revisions: Pick<RevisionStore, 'flush'>
  /** Copies revisions that a crash left in their records. */
  sweep: () => Promise<unknown>
  onAppended: () => void
  /** Milliseconds until the next round, when none of these had anything to do. */
  restMs: () => number
  now?: () => number
}

/** Those of a record stay in their order: the sort is stable, and a record's own times only grow. */
const inOrder = (events: readonly NewEvent[]) => events.toSorted((one, other) => one.at.getTime() - other.at.getTime())

/**
 * Gives revisions and the events of inquiries their place in the feed. One replica at a time does it, by a lease; a second one, after
 * a pause of the first for example, would not harm: the feed refuses numbers that are taken and sources that it has.
 *
 * @returns one round, which resolves with the milliseconds until the next
 */
export function sequencer({ feed, sources, revisions, sweep, onAppended, restMs, now = Date.now }: Deps) {
  const holder = randomUUID()
  let floor: Date | undefined
  const due = { renewal: 0, sweep: 0, retirement: 0 }

  async function holds(): Promise<boolean> {
    if (now() < due.renewal) return floor !== undefined
    const held = await feed.hold('sequencer', holder, leaseMs)
    floor = held?.floor
    due.renewal = now() + (held ? renewedAfter : seconds(0.5))
    // The replica before may have been killed between a write and the copy of its revision.
    if (held?.isNew) due.sweep = 0
    return held !== undefined
  }

  async function drain(since: Date): Promise<number> {
    const waiting = await sources.inquiries(maxEvents)
    // Changes of an inquiry come before the events that followed them.
    if (waiting.records.length > 0) await revisions.flush(inquiryTable, waiting.records.map(String))
    const changed = await sources.revisions(since, maxEvents)
    const erased = await feed.noted(maxEvents)
    const isFull = changed.ids.length === maxEvents
    // With revisions left for the next round, an inquiry's own may be among them: then its events wait as well.
    const own = isFull ? [] : waiting.events
    const events = [...inOrder([...changed.events, ...own]), ...erased]
    if (events.length === 0) return restMs()
    await feed.append(events)
    onAppended()
    await Promise.all([
      sources.releaseRevisions(changed.ids),
      isFull ? undefined : sources.releaseInquiries(waiting.records, waiting.ids),
      feed.dropNoted(erased.map(({ source }) => source)),
    ])
    // Events that arrive meanwhile are gathered: rounds of a few events each would take as long as the writes themselves.
    return [changed.ids, waiting.records, erased].some(({ length }) => length === maxEvents) ? 0 : busyMs
  }

  return {
    async round(): Promise<number> {
      if (!(await holds()) || !floor) return standbyMs
      if (now() >= due.sweep) {
        due.sweep = now() + sweptAfter
        await sweep()
      }
      if (now() >= due.retirement) {
        due.retirement = now() + retiredAfter
        await feed.retire()
      }
      return drain(floor)
    },
    /** Another replica may take over at once. */
    release: async (): Promise<void> => {
      if (floor) await feed.release('sequencer', holder)
    },
  }
}
