import { seconds } from '@app/contracts/durations'
import type { Call, ClientClass, Outcome } from './history'
import type { Seeded } from './seeded-random'

const interests = ['Lessons', 'Birthday Party', 'Corporate Event', 'Bow Building', 'Leagues', 'Other']
/** A domain to search the logs for. */
export const visitorDomain = 'visitors.example'
export const markerIn = (message: string) => /\[([^\]]+)\]/.exec(message)?.[1] ?? ''

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

function outcomeOf(status: number): Outcome {
  if (status === 200) return 'ok'
  if (status === 409) return 'duplicate'
  return status >= 400 && status < 500 ? 'refused' : 'unknown'
}

/** How an answer breaks the API's shape: every failure is JSON with an `error` text. */
function shapeFault(status: number, text: string): string | undefined {
  try {
    const body = JSON.parse(text) as { error?: unknown; success?: unknown }
    if (status === 200) return body.success === true ? undefined : 'without success'
    return typeof body.error === 'string' && body.error ? undefined : 'without an error text'
  } catch {
    return 'with a body that is no JSON'
  }
}

/** Three classes of clients that send inquiries and record the answers. */
export function createClients(site: string, { next, pick }: Seeded, name: string) {
  const calls: Call[] = []
  const acknowledged = new Set<string>()
  let count = 0

  async function send(client: ClientClass, body: string, marker: string, key?: string): Promise<Call> {
    const startedAt = Date.now()
    const call: Call = { client, marker, startedAt, endedAt: 0, status: 0, outcome: 'unknown' }
    try {
      const answer = await fetch(`${site}/api/forms/submit`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'sec-fetch-site': 'same-origin',
          ...(key && { 'idempotency-key': key }),
        },
        body,
        signal: AbortSignal.timeout(seconds(15)),
      })
      const text = await answer.text()
      const fault = shapeFault(answer.status, text)
      Object.assign(call, { status: answer.status, outcome: outcomeOf(answer.status), ...(fault && { fault }) })
      if (call.outcome === 'ok') call.id = (JSON.parse(text) as { id: string }).id
    } catch {
      call.fault = 'no answer at all'
    }
    call.endedAt = Date.now()
    calls.push(call)
    if (call.outcome === 'ok' || call.outcome === 'duplicate') acknowledged.add(marker)
    return call
  }

  /** One client with one inquiry, including its retries. */
  async function visit(client: ClientClass): Promise<void> {
    const marker = `${name}-${++count}`
    const body = JSON.stringify({
      formId: 'contact_form',
      name: `Visitor ${count}`,
      email: `${marker}@${visitorDomain}`,
      interest: pick(interests),
      message: `Do you teach beginners on Saturdays? [${marker}]`,
    })
    if (client === 'hasty') await send(client, body, marker)
    else if (client === 'double') {
      const both = await Promise.all([send(client, body, marker), send(client, body, marker)])
      if (both.every(({ outcome }) => outcome === 'unknown')) {
        await pause(500)
        await send(client, body, marker)
      }
    } else {
      for (let tries = 0; tries < 60; tries++) {
        if ((await send(client, body, marker, `key-${marker}`)).outcome !== 'unknown') return
        await pause(300)
      }
    }
  }

  return {
    calls,
    acknowledged: () => acknowledged.size,
    visit,
    /** Starts clients at this rate until `enough`, at most `most` concurrently; resolves when the last has finished. */
    async crowd({ perSecond, most, enough }: { perSecond: number; most: number; enough: () => boolean }) {
      const inside = new Set<Promise<void>>()
      for (let due = Date.now(); !enough(); due += 1_000 / perSecond) {
        const share = next()
        const visitor = visit(share < 0.6 ? 'patient' : share < 0.8 ? 'hasty' : 'double')
        inside.add(visitor)
        void visitor.finally(() => inside.delete(visitor))
        if (inside.size >= most) {
          await Promise.race(inside)
          due = Math.max(due, Date.now() - 1_000)
        }
        await pause(Math.max(0, due - Date.now()))
      }
      await Promise.all(inside)
    },
  }
}
