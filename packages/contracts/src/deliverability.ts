import * as v from 'valibot'
import { door } from './messages'

const instant = v.string()

/** A DNS record by which others decide whether to trust mail of the school. */
export const dnsCheck = v.object({
  name: v.picklist(['SPF', 'DKIM', 'DMARC', 'Reverse DNS']),
  /** What is there, and what to do. */
  text: v.string(),
  isGood: v.boolean(),
  /** A record to publish, where one can be named. */
  record: v.nullable(v.object({ at: v.string(), type: v.literal('TXT'), value: v.string() })),
})
export type DnsCheck = v.InferOutput<typeof dnsCheck>

/** `GET /api/forms/deliverability`. */
export const deliverability = v.object({
  /** The sender's domain and its records, `null` until the email worker has looked. */
  sender: v.nullable(v.object({ domain: v.string(), checkedAt: instant, checks: v.array(dnsCheck) })),
  /** By which ways mail comes in; `lag` is the age of the oldest mail that is not read yet, in seconds. */
  doors: v.array(door),
  lag: v.number(),
  /** What came back, the current week first. A week begins on Monday. */
  weeks: v.array(v.object({ from: v.string(), bounces: v.number(), complaints: v.number() })),
})
export type Deliverability = v.InferOutput<typeof deliverability>

/** The subject of a test mail, by which it is recognized. */
export const testMailSubject = 'Test of the email settings'

/** A mail of the product to its own address. */
export const testMail = v.object({
  id: v.string(),
  to: v.string(),
  state: v.picklist(['sending', 'sent', 'failed', 'received']),
  /** Why it failed. */
  reason: v.nullable(v.string()),
  /** From the hand-over to the mail server until it came in again, in milliseconds. */
  roundTrip: v.nullable(v.number()),
})
export type TestMail = v.InferOutput<typeof testMail>
