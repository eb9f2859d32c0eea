import * as v from 'valibot'
import { emailText } from './email-text'
import { importMapping } from './imports'
import { rowState } from './received'

/** Incoming hooks of a school, at most. */
export const maxIncomingHooks = 50

/** Senders: booking sites whose deliveries are documented, anything else that posts JSON, or a calendar that is fetched. */
export const hookSources = ['calendly', 'cal.com', 'acuity', 'square', 'other', 'calendar'] as const
const hookSource = v.picklist(hookSources)
export type HookSource = v.InferOutput<typeof hookSource>

/**
 * `learning`: deliveries are kept until the first mapping is saved; `active`: they are imported; `paused`: they are kept until it
 * is active again.
 */
const hookState = v.picklist(['learning', 'active', 'paused'])
export type HookState = v.InferOutput<typeof hookState>

const column = v.pipe(v.string(), v.maxLength(200))
const cell = v.pipe(v.string(), v.maxLength(500))

/** The meaning of the values of a delivery. */
const meaning = {
  /** The value that names a booking, the same whenever it changes. */
  externalId: v.pipe(column, v.minLength(1, 'Name the value that identifies a booking')),
  /** The value that names the booking which this one replaces. */
  formerId: v.optional(v.nullable(column), null),
  mapping: v.pipe(importMapping, v.maxEntries(200, 'The mapping has too many values')),
  /** The field by which a new booking finds an existing record; null when each one is a new record. */
  match: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(200))), null),
  /** By value of a delivery: what is imported in place of a text. */
  words: v.optional(
    v.pipe(
      v.record(column, v.pipe(v.record(cell, cell), v.maxEntries(50, 'There are too many words'))),
      v.maxEntries(20, 'There are too many words'),
    ),
    {},
  ),
  /** By field: what new records have that no value of a delivery says. */
  constants: v.optional(v.pipe(v.record(v.string(), cell), v.maxEntries(50, 'There are too many fixed values')), {}),
}
export const hookMeaning = v.strictObject(meaning)
export type HookMeaning = v.InferOutput<typeof hookMeaning>

/** By a name that a calendar uses: the time zone of IANA that it means. */
const calendarZones = v.pipe(
  v.record(v.pipe(v.string(), v.maxLength(200)), v.pipe(v.string(), v.maxLength(60))),
  v.maxEntries(50, 'There are too many time zones'),
)

const name = v.pipe(
  v.string('Name is required'),
  v.trim(),
  v.minLength(1, 'Name is required'),
  v.maxLength(80, 'Name cannot exceed 80 characters'),
)
/** Of a calendar: where it is fetched from. */
const address = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(1_000, 'Address cannot exceed 1,000 characters')))
/** The key that the sender signs with. Empty for none; left out, it stays. */
const signingKey = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(500, 'Key cannot exceed 500 characters')))

/** `POST /api/incoming-hooks`. */
export const newIncomingHook = v.strictObject({
  name,
  source: v.optional(hookSource, 'other'),
  table: v.pipe(v.string('Table is required'), v.maxLength(63)),
  address,
  signingKey,
  /** Without a mapping deliveries are kept until there is one. */
  ...v.partial(hookMeaning).entries,
})
export type NewIncomingHook = v.InferOutput<typeof newIncomingHook>

/** `PUT /api/incoming-hooks/{id}`. */
export const incomingHookChange = v.strictObject({
  name,
  state: v.picklist(['active', 'paused']),
  address,
  signingKey,
  /** Of signed deliveries: they may change email, phone, guardians and the field that names a record of records that they did not create. Left out, it stays. */
  changesContacts: v.optional(v.boolean()),
  /** Of a calendar: the zones that its unknown names of time zones stand for. Left out, the earlier choices stay. */
  zones: v.optional(calendarZones),
  ...meaning,
})
export type IncomingHookChange = v.InferOutput<typeof incomingHookChange>

/** An event of a calendar that was not read. */
const unreadEvent = v.object({
  uid: v.string(),
  title: v.string(),
  /** As the calendar has it. */
  start: v.string(),
  reason: v.string(),
  /** An unknown name of a time zone: a person can say which zone it is. */
  zone: v.nullable(v.string()),
})
export type UnreadEvent = v.InferOutput<typeof unreadEvent>

/** Results for the events of a calendar: `found` is the sum of those that follow. */
const calendarRead = v.object({
  found: v.number(),
  shown: v.number(),
  /** Ended, or further ahead than a school plans. */
  outside: v.number(),
  /** Former versions of others. */
  repeated: v.number(),
  unread: v.array(unreadEvent),
  /** Values that were read in the most likely way. */
  notes: v.array(v.string()),
})
export type CalendarRead = v.InferOutput<typeof calendarRead>
/** Of events that were not read, so many are shown. */
export const maxUnreadShown = 50

export const incomingHook = v.object({
  id: v.string(),
  name: v.string(),
  source: hookSource,
  table: v.string(),
  state: hookState,
  /** Null, as all that follows is empty, while it is not known what deliveries mean. */
  externalId: v.nullable(v.string()),
  formerId: v.nullable(v.string()),
  mapping: importMapping,
  match: v.nullable(v.string()),
  words: v.record(v.string(), v.record(v.string(), v.string())),
  constants: v.record(v.string(), v.string()),
  /** True if deliveries must be signed. */
  signed: v.boolean(),
  /** True if they may change contact details on records that they did not create. Services of earlier releases leave it out. */
  changesContacts: v.optional(v.boolean()),
  owner: v.nullable(v.object({ id: v.string(), email: emailText })),
  createdAt: v.string(),
  lastDeliveryAt: v.nullable(v.string()),
  /** Deliveries that wait for a person. */
  waiting: v.number(),
  /** Of a calendar; the address may hold a secret, so only its host is shown. */
  calendar: v.nullable(
    v.object({
      host: v.string(),
      fetchedAt: v.nullable(v.string()),
      fault: v.nullable(v.string()),
      /** Null until it was read once. `unreadCount`: more than are listed. */
      read: v.nullable(v.object({ ...calendarRead.entries, unreadCount: v.number() })),
      zones: calendarZones,
    }),
  ),
})
export type IncomingHook = v.InferOutput<typeof incomingHook>
export const incomingHookList = v.object({ data: v.array(incomingHook) })

/** A hook with what its deliveries hold, and what that seems to mean. */
export const incomingHookDetails = v.object({
  ...incomingHook.entries,
  /** Values of the latest deliveries, by name. */
  columns: v.array(v.object({ name: v.string(), samples: v.array(v.string()) })),
  proposed: v.nullable(hookMeaning),
})
export type IncomingHookDetails = v.InferOutput<typeof incomingHookDetails>

/** The only responses that hold the address to send to; null for a calendar. */
export const createdIncomingHook = v.object({ id: v.string(), url: v.nullable(v.string()) })
export const incomingHookAddress = v.object({ url: v.string() })

/** `POST /api/incoming-hooks/{id}/preview`: what the kept deliveries would do. Nothing is written. */
const previewRow = v.object({
  delivery: v.string(),
  externalId: v.string(),
  state: rowState,
  reason: v.nullable(v.string()),
  /** The values that would be written, by field. */
  values: v.record(v.string(), v.unknown()),
})
export type PreviewRow = v.InferOutput<typeof previewRow>
export const preview = v.object({ data: v.array(previewRow) })
