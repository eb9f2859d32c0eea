import { seconds } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'
import type { Event, EventPage, EventType } from '@app/contracts/events'
import { cursorOf, type FeedStore, type StoredEvent } from './feed-store'

/** Places of the feed that one request looks at, whatever of them it may see. */
const maxScanned = 20_000
/** The interval at which the head of the feed is read while requests wait for it. */
const pollMs = 250
/** Requests that wait in this process, at most; a further one is answered at once. */
const maxWaiting = 30
/** Of one session or service account. The others are for the rest. */
const maxWaitingOfCaller = 5

type FeedQuery = {
  /** The session or service account that asks. */
  caller: string
  after: string | undefined
  tables: readonly string[]
  types: readonly EventType[] | undefined
  limit: number
  waitMs: number
  /** Ends the wait: nobody is there for the answer. */
  signal?: AbortSignal
}

export const toEvent = (stored: StoredEvent): Event => ({
  id: cursorOf(stored),
  type: stored.type,
  table: stored.table,
  record: stored.record,
  version: stored.version?.toISOString() ?? null,
  changed: stored.changed,
  actor: stored.actor,
  job: stored.job,
  at: stored.at.toISOString(),
})

/** Reads pages of the feed, and waits for its next event. */
export function feedReader(feed: FeedStore, sleep = (ms: number) => Bun.sleep(ms)) {
  /** The callers of requests that wait. */
  const waiting: string[] = []
  let isClosed = false
  let watched: Promise<number> | undefined

  /** The number of the last event, read once for all requests that wait. */
  const headSoon = () => {
    watched ??= sleep(pollMs)
      .then(() => feed.head())
      .then(({ number }) => number)
      .finally(() => {
        watched = undefined
      })
    return watched
  }

  async function start(after: string | undefined): Promise<number> {
    const oldest = await feed.oldest()
    const number = await feed.locate(after ?? oldest)
    if (number !== undefined) return number
    const text = 'This cursor is not of this feed, or its events are no longer kept.'
    throw new AppError('gone', text, undefined, { details: { oldest } })
  }

  async function page(from: number, { tables, types, limit }: FeedQuery): Promise<EventPage & { upTo: number }> {
    const head = await feed.head()
    const upTo = Math.min(head.number, from + maxScanned)
    const found = upTo > from ? await feed.between(from, upTo, { tables, types }, limit) : []
    const isFull = found.length === limit
    const end = isFull ? found.at(-1)!._id : upTo
    const next = end === head.number && head.number >= from ? head.cursor : await feed.cursor(Math.max(end, from))
    return { data: found.map(toEvent), next, more: end < head.number, upTo: Math.max(end, from) }
  }

  return {
    /** @throws AppError `gone` for a cursor that is unknown or too old */
    async read(query: FeedQuery): Promise<EventPage> {
      let from = await start(query.after)
      let found = await page(from, query)
      const own = waiting.filter((caller) => caller === query.caller).length
      if (query.waitMs > 0 && waiting.length < maxWaiting && own < maxWaitingOfCaller) {
        waiting.push(query.caller)
        try {
          const end = performance.now() + Math.min(query.waitMs, seconds(25))
          const isOver = () => isClosed || query.signal?.aborted || performance.now() >= end
          while (found.data.length === 0 && !isOver()) {
            from = found.upTo
            if (found.more || (await headSoon()) > from) found = await page(from, query)
          }
        } finally {
          waiting.splice(waiting.indexOf(query.caller), 1)
        }
      }
      const { data, next, more } = found
      return { data, next, more }
    },
    /** Ends the wait of all requests. */
    close: () => {
      isClosed = true
    },
  }
}
