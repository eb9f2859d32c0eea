/** One kind of request; `false` or a rejection counts as failed. */
type Ask = (number: number) => Promise<Response>
export type Failure = { kind: string; status: number | string; text: string; requestId?: string | null; after: number }

/** As a person does with what was refused: a write that arrives in the instant in which a port closes has not run. */
const unavailable = 503
/** Between two requests of a client, which would otherwise take the processors from what it measures. */
const pauseMs = 10

/** Sends these requests in turn from several concurrent clients until `stop`. */
export function startLoad(kinds: Record<string, Ask>, { clients = 4 } = {}) {
  const failures: Failure[] = []
  const names = Object.keys(kinds)
  const startedAt = performance.now()
  let sent = 0
  let repeated = 0
  let slowest = 0
  let running = true

  async function send(number: number) {
    const kind = names[number % names.length]!
    const at = performance.now()
    try {
      let answer = await kinds[kind]!(number)
      if (answer.status === unavailable) {
        repeated++
        answer = await kinds[kind]!(number)
      }
      const text = await answer.text()
      const requestId = answer.headers.get('x-request-id')
      if (answer.status >= 400) failures.push({ kind, status: answer.status, text, requestId, after: at - startedAt })
    } catch (error) {
      failures.push({ kind, status: 'no answer', text: String(error), after: at - startedAt })
    }
    slowest = Math.max(slowest, performance.now() - at)
  }
  const client = async () => {
    while (running) {
      await send(sent++)
      await Bun.sleep(pauseMs)
    }
  }
  const all = Array.from({ length: clients }, client)

  return {
    /** Resolves when this many requests were sent in total. */
    async reach(count: number): Promise<void> {
      while (sent < count) await Bun.sleep(50)
    },
    /** The number of requests sent so far. */
    sent: () => sent,
    async stop() {
      running = false
      await Promise.all(all)
      return {
        sent,
        repeated,
        failures,
        slowest: Math.round(slowest),
        seconds: (performance.now() - startedAt) / 1_000,
      }
    },
  }
}
