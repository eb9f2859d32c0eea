import * as v from 'valibot'
import { emailText } from './email-text'
import { eventType } from './events'

/** Webhooks of a school, at most. */
export const maxWebhooks = 100
export const deliveriesPageSize = 50

/**
 * `active`; `disabled`: after five days of failures, or by an admin; `ended`: the endpoint answered 410; `ownerless`: its owner is no
 * active admin any more. Only an active one receives events.
 */
export const webhook = v.object({
  id: v.string(),
  url: v.string(),
  /** Empty for all. */
  types: v.array(eventType),
  /** Empty for all. */
  tables: v.array(v.string()),
  state: v.picklist(['active', 'disabled', 'ended', 'ownerless']),
  /** Why it is disabled. */
  reason: v.nullable(v.string()),
  owner: v.nullable(v.object({ id: v.string(), email: emailText })),
  /** Since when every delivery has failed. */
  failingSince: v.nullable(v.string()),
  /** Until when deliveries are signed with the former secret, too. */
  formerSecretUntil: v.nullable(v.string()),
  createdAt: v.string(),
})
export type WebhookInfo = v.InferOutput<typeof webhook>
export const webhookList = v.object({ data: v.array(webhook) })

const address = v.pipe(
  v.string('Address is required'),
  v.trim(),
  v.maxLength(500, 'Address cannot exceed 500 characters'),
  v.check((text) => URL.canParse(text), 'Address is not a valid URL'),
)
const selection = {
  url: address,
  types: v.optional(v.pipe(v.array(eventType), v.maxLength(20)), []),
  tables: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(63))), v.maxLength(100)), []),
}
/** `POST /api/webhooks`. */
export const newWebhook = v.strictObject(selection)
export type NewWebhook = v.InferOutput<typeof newWebhook>
/** `PUT /api/webhooks/{id}`. */
export const webhookChange = v.strictObject({ ...selection, active: v.boolean() })
export type WebhookChange = v.InferOutput<typeof webhookChange>

/** The only responses that hold the secret. */
export const createdWebhook = v.object({ id: v.string(), secret: v.string() })
export const rotatedSecret = v.object({ secret: v.string(), formerSecretUntil: v.string() })

/** The response of an endpoint; `status` is null where none came, and `error` says why. */
export const attempt = v.object({
  at: v.string(),
  status: v.nullable(v.number()),
  error: v.nullable(v.string()),
  ms: v.number(),
  /** The beginning of the response. */
  body: v.string(),
})
export type Attempt = v.InferOutput<typeof attempt>

export const delivery = v.object({
  id: v.string(),
  /** `webhook-id`: the same for each attempt, and for a replay. */
  messageId: v.string(),
  /** The body that is sent. */
  payload: v.string(),
  state: v.picklist(['pending', 'delivered', 'failed']),
  /** The latest, newest first. */
  attempts: v.array(attempt),
  nextAttemptAt: v.nullable(v.string()),
})
export type Delivery = v.InferOutput<typeof delivery>
export const deliveryPage = v.object({ data: v.array(delivery), total: v.number() })
export type DeliveryPage = v.InferOutput<typeof deliveryPage>

/** `POST /api/webhooks/{id}/replay`: one delivery, or those of a period. */
export const replayRequest = v.union([
  v.strictObject({ delivery: v.pipe(v.string(), v.maxLength(60)) }),
  v.strictObject({ from: v.pipe(v.string(), v.isoTimestamp()), to: v.pipe(v.string(), v.isoTimestamp()) }),
])
export type ReplayRequest = v.InferOutput<typeof replayRequest>
export const replayed = v.object({ count: v.number() })
