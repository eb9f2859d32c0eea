import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { minutes, seconds } from '@app/contracts/durations'
import { AppError, notFound } from '@app/contracts/errors'
import type { HookMeaning, HookSource } from '@app/contracts/incoming-hooks'
import { Webhook } from 'standardwebhooks'
import { type Cells, rowsOf } from './columns'
import type { IncomingHookStore } from './incoming-hook-store'
import { newRow, type ReceivedStore, type StoredReceived, type StoredRow } from './received-store'
import { sources } from './sources'

/** A signature older than this is refused, where its time is signed. */
const maxAgeMs = minutes(5)

type Signed = { headers: Headers; text: string; url: string; now: number }
type Verify = (key: string, signed: Signed) => boolean

const hmac = (key: string, text: string) => createHmac('sha256', key).update(text)
const isEqual = (given: string, wanted: string) => {
  const one = Buffer.from(given)
  const other = Buffer.from(wanted)
  return one.length === other.length && timingSafeEqual(one, other)
}

/** `t=1492774577,v1=<hex>` over the time and the body. */
const calendly: Verify = (key, { headers, text, now }) => {
  const given = headers.get('calendly-webhook-signature') ?? ''
  const parts = new Map(given.split(',').map((part) => part.trim().split('=', 2) as [string, string]))
  const time = parts.get('t') ?? ''
  if (!/^\d{1,12}$/.test(time) || Math.abs(now - Number(time) * seconds(1)) > maxAgeMs) return false
  return isEqual(parts.get('v1') ?? '', hmac(key, `${time}.${text}`).digest('hex'))
}

const standard: Verify = (key, { headers, text }) => {
  try {
    new Webhook(key).verify(text, Object.fromEntries(headers))
    return true
  } catch {
    return false
  }
}

const schemes: Partial<Record<HookSource, Verify>> = {
  calendly,
  'cal.com': (key, { headers, text }) =>
    isEqual(headers.get('x-cal-signature-256') ?? '', hmac(key, text).digest('hex')),
  acuity: (key, { headers, text }) =>
    isEqual(headers.get('x-acuity-signature') ?? '', hmac(key, text).digest('base64')),
  // Over the address that the subscription names, and the body.
  square: (key, { headers, text, url }) =>
    isEqual(headers.get('x-square-hmacsha256-signature') ?? '', hmac(key, url + text).digest('base64')),
  // Standard Webhooks, as this product signs as well.
  other: standard,
}

/** True if a delivery was signed with this key, in the way its source documents. */
const isSignedBy = (source: HookSource, key: string, signed: Signed): boolean => schemes[source]?.(key, signed) ?? false

type ReceiveDeps = {
  hooks: Pick<IncomingHookStore, 'byToken' | 'signingKey' | 'noteDelivery'>
  received: Pick<ReceivedStore, 'add'>
  begin: (delivery: StoredReceived) => Promise<void>
  publicOrigin: string
  now?: () => number
}

const maxKey = 500

/** An id that is too long to be stored is known by its hash: its beginning may be that of another one. */
const keyOf = (id: string): string =>
  id.length <= maxKey ? id : `${id.slice(0, 400)}~${createHash('sha256').update(id).digest('base64url')}`

/** The external ids of a delivery; a key of its own where it has none, so that it waits and is not lost. */
export function idsIn(
  source: HookSource,
  meaning: HookMeaning | null,
  cells: Cells,
): Pick<StoredRow, 'key' | 'former'> {
  const { externalId = sources[source]?.externalId, formerId = sources[source]?.formerId } = meaning ?? {}
  const at = (column: string | null | undefined) => (column ? keyOf(cells[column] ?? '') : '')
  return { key: at(externalId), former: at(formerId) || null }
}

export const hookAddress = (publicOrigin: string, token: string) => `${publicOrigin}/api/hooks/${token}`

type Delivered = { headers: Headers; text: string; body: unknown; notes?: readonly string[] }

/** Takes a delivery: it is stored before it is acknowledged, and imported afterwards. */
export function hookReceiver({ hooks, received, begin, publicOrigin, now = Date.now }: ReceiveDeps) {
  return async (token: string, { headers, text, body, notes = [] }: Delivered) => {
    const hook = await hooks.byToken(token)
    if (!hook) throw notFound('There is no such hook.')
    const key = hooks.signingKey(hook)
    const url = hookAddress(publicOrigin, token)
    if (key === null) throw new AppError('unavailable', 'The signature cannot be verified at the moment.')
    if (key !== undefined && !isSignedBy(hook.source, key, { headers, text, url, now: now() }))
      throw new AppError('not_signed_in', 'The signature is missing or not valid.')
    const rows = rowsOf(Array.isArray(body) ? body : [body])
      .filter((cells) => Object.keys(cells).length > 0)
      .map((cells) => {
        const { former, key: id } = idsIn(hook.source, hook.meaning, cells)
        return newRow(id, former, cells)
      })
    if (rows.length === 0) throw new AppError('invalid_request', 'The delivery holds no values.')
    const id24 = hook._id.toHexString()
    const delivery = await received.add(id24, hook.state === 'active' ? 'new' : 'kept', rows, notes)
    if (!delivery)
      throw new AppError('too_many_requests', 'Too many deliveries are not imported yet.', undefined, {
        retryAfter: 600,
      })
    await hooks.noteDelivery(id24)
    // A delivery that a crash or an outage leaves here is begun by the next round.
    if (delivery.state === 'new') await begin(delivery).catch(() => {})
    return { delivery: delivery._id.toHexString() }
  }
}
