import * as v from 'valibot'

export const eventType = v.picklist([
  'record.created',
  'record.updated',
  'record.deleted',
  'record.restored',
  'inquiry.received',
  'inquiry.answered',
  'message.received',
])
export const eventTypes = eventType.options
export type EventType = v.InferOutput<typeof eventType>

/** Events to a page, at most. */
export const maxEvents = 1_000
/** How long a request may wait for the next event, in seconds. */
export const maxEventWait = 25

/** That something happened, never what it says: read the record for its values. */
export const event = v.object({
  /** The place in the feed: `after` continues behind it. */
  id: v.string(),
  type: eventType,
  table: v.string(),
  record: v.string(),
  /** `updated_at` of the record after the change; null where there is no record any more. */
  version: v.nullable(v.string()),
  /** Names of the changed fields. */
  changed: v.array(v.string()),
  /** Null for visitors and for what the product did on its own. */
  actor: v.nullable(v.string()),
  /** The job that made the change, of many records at once. */
  job: v.nullable(v.string()),
  at: v.string(),
})
export type Event = v.InferOutput<typeof event>

/** `GET /api/events`. */
export const eventPage = v.object({ data: v.array(event), next: v.string(), more: v.boolean() })
export type EventPage = v.InferOutput<typeof eventPage>

/** What the error 410 says: where the feed begins. */
export const feedStart = v.object({ oldest: v.string() })

/** The field of an inquiry in which its events wait for their place in the feed. No schema can name it. */
export const waitingEventsField = '_events'

/** An event as it waits: written with the change itself, so that no crash loses it. */
export type WaitingEvent<Id> = { _id: Id; type: EventType; changed: string[]; by: string | null; at: Date }
