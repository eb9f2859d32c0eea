import { createHmac, timingSafeEqual } from 'node:crypto'
import { minutes, seconds } from '@app/contracts/durations'
import type { HookSource } from '@app/contracts/incoming-hooks'
import { Webhook } from 'standardwebhooks'

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
export const isSignedBy = (source: HookSource, key: string, signed: Signed): boolean =>
  schemes[source]?.(key, signed) ?? false
