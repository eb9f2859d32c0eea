import { ObjectId } from 'mongodb'
import { callOf, exampleBody } from '../support/api-document'
import type { Browser } from '../support/browser'
import { inquiry } from '../support/inquiry'
import type { Call } from './calls'
import { wellFormed } from './hostile-text'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n')

/** Stored documents by collection, newest first, as targets of calls. */
export type Pool = Record<string, Record<string, unknown>[]>

/** The collection whose ids a call takes. */
const idsOf = ({ id, to }: Call) => (id === 'downloadFile' ? 'uploads' : (to['table'] ?? 'contact_submissions'))

const idIn = (from: Pool[string] = [], text: string): string => {
  if (!text.startsWith('@')) return encodeURIComponent(wellFormed(text))
  const found = from[Number(text.slice(1)) % Math.max(1, from.length)]?.['_id']
  return String(found ?? new ObjectId('f'.repeat(24)))
}

/** A valid body, before mutation. */
function goodBody(pool: Pool, { id, to }: Call, base: number): Record<string, unknown> {
  if (id === 'submitForm') return inquiry()
  const rows = pool[to['table'] ?? ''] ?? []
  const example = exampleBody(id)
  const row = rows[base % Math.max(1, rows.length)]
  const { _id, created_at, updated_at, ...rest } = row ?? (example as Record<string, unknown> | undefined) ?? {}
  return rest
}

function bodyOf(pool: Pool, call: Call): string | FormData | undefined {
  const { body } = call
  if (body === undefined || typeof body === 'string') return body === undefined ? undefined : wellFormed(body)
  if ('file' in body) {
    const bytes = { png, pdf }[body.bytes] ?? Buffer.from(wellFormed(body.bytes))
    const form = new FormData()
    form.set('file', new File([bytes], wellFormed(body.file).replace(/[\r\n"]/g, '_')))
    return form
  }
  const whole = { ...goodBody(pool, call, body.base), ...body.changes }
  for (const name of body.dropped) delete whole[name]
  return JSON.stringify(whole)
}

type Sending = {
  timeoutMs: number
  /** What a text of the body becomes before it is sent. */
  mask?: (body: string) => string
  /** The collection whose ids a call takes. */
  from?: (call: Call) => string
}

/** Sends a call as the pages of this site would. */
export async function sendCall(
  site: string,
  browser: Pick<Browser, 'jar'>,
  pool: Pool,
  call: Call,
  { timeoutMs, mask = (text) => text, from = idsOf }: Sending,
) {
  const { method, path } = callOf(call.id)
  const address = path.replace(/:(\w+)/g, (_, name) => idIn(pool[from(call)], call.to[name]!))
  const body = bodyOf(pool, call)
  const response = await fetch(`${site}${address}${wellFormed(call.query)}`, {
    method: method.toUpperCase(),
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      cookie: [...browser.jar].map(([name, value]) => `${name}=${value}`).join('; '),
      'sec-fetch-site': 'same-origin',
      'x-requested-with': 'fuzz',
      ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      ...call.headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? mask(body) : body }),
  })
  return { response, text: await response.text(), address }
}
