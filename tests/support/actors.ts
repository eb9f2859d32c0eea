import { seconds } from '@app/contracts/durations'
import { ObjectId } from 'mongodb'
import { createBrowser } from './browser'
import { inquiry } from './inquiry'
import type { Product } from './product'
import { signIn } from './sign-in'
import { until } from './until'

/** Nginx gives a service 5.5 s; the rest allows for a busy machine. */
const maxAnswerMs = seconds(7)
const maxRecoveryMs = seconds(30)

/** The admin who signs out at the start. The product under test must list this address as an admin. */
export const gone = 'gone@archery.example'

export type Seen = { what: string; status: number; ms: number; text: string; askedAt: number }

function jsonOf(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/** The invariants that hold under every fault, as one text per answer that violates them. */
export function violationsIn(seen: readonly Seen[]): string[] {
  return seen.flatMap(({ what, status, ms, text }) => {
    const about = `${what}: ${status} after ${Math.round(ms)} ms, ${text.slice(0, 120)}`
    const isPage = what === 'page'
    return [
      ...(ms > maxAnswerMs ? [`P4, too late: ${about}`] : []),
      ...(isPage && status !== 200 ? [`P8, no page: ${about}`] : []),
      ...(!isPage && (status < 200 || status > 299) && typeof jsonOf(text).error !== 'string'
        ? [`P4, no error in JSON: ${about}`]
        : []),
      ...(status === 500 ? [`P4, an unexpected error: ${about}`] : []),
      ...(['stranger', 'signed out'].includes(what) && status < 400 ? [`P5, let in: ${about}`] : []),
    ]
  })
}

/** Clients that send requests continuously: visitors, an admin, and two that must be refused. */
export async function startActors(product: Product, admin: string) {
  const { site, db } = product
  const [inside, outside] = [createBrowser(site), createBrowser(site)]
  await Promise.all([signIn(inside, product, admin), signIn(outside, product, gone)])
  const signedOut = cookieOf(outside)
  await outside.post('/api/logout', {})
  const made = await inside.post('/api/tables/announcements', { text: 'Save 0', kind: 'info', published: false })
  const record = `/api/tables/announcements/${made.body.id}`

  const ask = (path: string, { cookie = '', method = 'GET', body }: Ask = {}) =>
    fetch(`${site}${path}`, {
      method,
      headers: { cookie, 'sec-fetch-site': 'same-origin', ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  const cookie = cookieOf(inside)
  let saves = 0
  let lastSaved = 0
  const acknowledged: string[] = []
  const errands: Record<string, () => Promise<Response>> = {
    page: () => ask('/'),
    session: () => ask('/api/users/me', { cookie }),
    table: () => ask('/api/tables/service_cards?limit=1', { cookie }),
    stranger: () => ask('/api/tables/service_cards?limit=1', { cookie: cookie.replace(/=..../, '=AAAA') }),
    'signed out': () => ask('/api/users/me', { cookie: signedOut }),
    inquiry: async () => {
      const answer = await ask('/api/forms/submit', { method: 'POST', body: inquiry() })
      if (answer.status === 200) acknowledged.push(String(jsonOf(await answer.clone().text()).id))
      return answer
    },
    save: async () => {
      const number = ++saves
      const kind = number % 2 ? 'closed' : 'info'
      const answer = await ask(record, {
        cookie,
        method: 'PUT',
        body: { text: `Save ${number}`, kind, published: false },
      })
      if (answer.status === 200) lastSaved = number
      return answer
    },
  }

  async function run(what: string, errand = errands[what]!): Promise<Seen> {
    const askedAt = Date.now()
    const startedAt = performance.now()
    const result = await errand()
      .then(async (answer) => ({ status: answer.status, text: await answer.text() }))
      .catch((error) => ({ status: 0, text: String(error) }))
    return { what, askedAt, ms: performance.now() - startedAt, ...result }
  }

  const served = ['session', 'table', 'inquiry', 'save']

  return {
    admin: inside,
    run,
    /** Runs all clients while `fault` runs and resolves with every answer. */
    async during(fault: () => Promise<unknown>): Promise<Seen[]> {
      const seen: Seen[] = []
      let here = true
      const visits = Object.keys(errands).map(async (what) => {
        while (here) {
          seen.push(await run(what))
          await Bun.sleep(150)
        }
      })
      try {
        await fault()
      } finally {
        here = false
        await Promise.all(visits)
      }
      return seen
    },
    /** Resolves once every request succeeds again. @throws when recovery takes too long */
    async servedAgain(): Promise<void> {
      for (const what of served)
        await until(`${what} to be served`, async () => (await run(what)).status === 200, maxRecoveryMs)
    },
    /** P1 and P7: what was acknowledged is stored once and completely; returns violations. */
    async nothingLost(): Promise<string[]> {
      const lost: string[] = []
      for (const id of new Set(acknowledged)) {
        const count = await db.collection('contact_submissions').countDocuments({ _id: new ObjectId(id) })
        if (count !== 1) lost.push(`inquiry ${id} is stored ${count} times`)
      }
      const stored = await db.collection('announcements').findOne({ _id: new ObjectId(String(made.body.id)) })
      const number = Number(String(stored?.text).slice('Save '.length))
      if (!(number >= lastSaved)) lost.push(`save ${lastSaved} was acknowledged, but "${stored?.text}" is stored`)
      if (stored?.kind !== (number % 2 ? 'closed' : 'info'))
        lost.push(`"${stored?.text}" is stored with ${stored?.kind}`)
      return lost
    },
  }
}

type Ask = { cookie?: string; method?: string; body?: object }

const cookieOf = ({ jar }: ReturnType<typeof createBrowser>) =>
  [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

export type People = Awaited<ReturnType<typeof startActors>>
