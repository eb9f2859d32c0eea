import { seconds } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'
import type { InboxChange } from './inbox-changes'

/** Every connection is a request in progress, of which a replica takes 150. */
const maxListeners = 50
/** Of one session: tabs and windows of one person. The others are for the rest of the team. */
const maxListenersOfSession = 5
/** Replicas' clocks differ, and a write becomes visible after its time. */
const overlapMs = seconds(5)
const pollMs = seconds(1)
/** Shorter than the edge waits for a byte. */
const heartbeatMs = seconds(4)

type Listener = { session: string; changed: (ids: readonly string[]) => void; end: () => void }
type Deps = {
  changesSince: (at: Date) => Promise<InboxChange[]>
  onError: (error: unknown) => void
  now?: () => number
}

/**
 * Tells open inboxes which conversations have changed. A replica reads the database once a second while anyone listens, so it needs
 * nothing of the other replicas.
 */
export function inboxFeed({ changesSince, onError, now = Date.now }: Deps) {
  const listeners = new Set<Listener>()
  let known = new Map<string, string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isClosed = false

  /** @param isFirst what has changed before anyone listened is not news */
  async function poll(isFirst: boolean): Promise<void> {
    try {
      const found = await changesSince(new Date(now() - overlapMs))
      const fresh = found.filter(({ id, version }) => known.get(id) !== version).map(({ id }) => id)
      known = new Map(found.map(({ id, version }) => [id, version]))
      if (fresh.length > 0 && !isFirst) for (const { changed } of listeners) changed(fresh)
    } catch (error) {
      onError(error)
    }
    timer = listeners.size > 0 && !isClosed ? setTimeout(poll, pollMs, false) : undefined
  }
  function leave(listener: Listener) {
    listeners.delete(listener)
    if (listeners.size === 0) known = new Map()
  }

  return {
    /**
     * Server-sent events for `ms`: `changed` with the ids, and a comment every four seconds. It ends early when the process stops.
     *
     * @throws AppError `unavailable` beyond the bound
     */
    stream(ms: number, session: string): ReadableStream<Uint8Array> {
      const own = [...listeners].filter((one) => one.session === session).length
      if (isClosed || listeners.size >= maxListeners || own >= maxListenersOfSession)
        throw new AppError('unavailable', 'Too many inboxes are open.', undefined, { retryAfter: 30 })
      const encoder = new TextEncoder()
      let stop = () => {}
      return new ReadableStream<Uint8Array>({
        start(controller) {
          const send = (text: string) => controller.enqueue(encoder.encode(text))
          const beat = setInterval(send, heartbeatMs, ':\n\n')
          const listener: Listener = {
            session,
            changed: (ids) => send(`event: changed\ndata: ${JSON.stringify({ ids })}\n\n`),
            end() {
              stop()
              controller.close()
            },
          }
          const over = setTimeout(listener.end, ms)
          stop = () => {
            clearInterval(beat)
            clearTimeout(over)
            leave(listener)
          }
          listeners.add(listener)
          send(':\n\n')
          if (timer === undefined && listeners.size === 1) void poll(true)
        },
        cancel: () => stop(),
      })
    },

    listening: () => listeners.size,

    close(): void {
      isClosed = true
      clearTimeout(timer)
      for (const { end } of [...listeners]) end()
    },
  }
}

export type InboxFeed = ReturnType<typeof inboxFeed>
