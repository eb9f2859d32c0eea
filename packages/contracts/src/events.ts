import * as v from 'valibot'
import { doc, get, tagged } from './call'
import { exampleId } from './doc-parts'

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

const eventPage = v.object({ data: v.array(event), next: v.string(), more: v.boolean() })
export type EventPage = v.InferOutput<typeof eventPage>

/** Details of the error 410: where the feed begins. */
const feedStart = v.object({ oldest: v.string() })

/** The field of an inquiry in which its events wait for their place in the feed. No schema can name it. */
export const waitingEventsField = '_events'

/** An event as it waits: written with the change itself, so that no crash loses it. */
export type WaitingEvent<Id> = { _id: Id; type: EventType; changed: string[]; by: string | null; at: Date }

const type = eventTypes.map((one) => one.replace('.', '\\.')).join('|')

export const readEvents = get('readEvents', '/api/events', {
  access: 'anyRight',
  limit: 'read',
  query: v.object({
    after: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}\.[0-9a-f]{8}$/, 'must be a cursor of this feed'))),
    types: v.optional(v.pipe(v.string(), v.regex(new RegExp(`^(?:${type})(?:,(?:${type}))*$`), 'must name types'))),
    table: v.optional(v.pipe(v.string(), v.maxLength(63))),
    limit: v.optional(v.pipe(v.string(), v.regex(/^(?:[1-9]\d{0,2}|1000)$/, 'must be 1 to 1000')), '100'),
    wait: v.optional(v.pipe(v.string(), v.regex(/^(?:1?\d|2[0-5])$/, 'must be 0 to 25')), '0'),
  }),
  response: { 200: eventPage },
  errors: ['invalid_request', 'not_found', 'gone'],
  errorDetails: { 410: feedStart },
})

export const docs = () => {
  const cursor = '184.9f86d081'
  const example = {
    id: '185.60303ae2',
    type: 'record.updated',
    table: 'lessons',
    record: exampleId,
    version: '2026-05-01T10:00:00.000Z',
    changed: ['seats'],
    actor: 'coach@archery.example',
    job: null,
    at: '2026-05-01T10:00:00.000Z',
  }
  return tagged('Events', [
    doc(readEvents, {
      summary: 'What has changed',
      description: `One ordered feed of what happens to records and inquiries, also by batches, imports, undo, restores and erasures, of the tables that you may see. It is kept for 30 days. Read it with \`after\` set to the \`next\` of the response before; store \`next\` once its events are processed. Every event is delivered at least once, those of a record in their order. Events are thin: they name what changed, and the record has the values. \`more\` says that further events may be there already. Types: ${eventTypes.map((one) => `\`${one}\``).join(', ')}.`,
      parameters: {
        after: { description: 'The cursor to continue behind; left out, the oldest event is first.', example: cursor },
        types: {
          description: 'Only events of these types, separated by commas.',
          example: 'record.created,record.updated',
        },
        table: { description: 'Only events of this table.', example: 'lessons' },
        limit: { description: 'Events to a page, up to 1,000.', example: '100' },
        wait: { description: 'Seconds to wait for an event when there is none, up to 25.', example: '0' },
      },
      responses: {
        200: { description: 'The events, oldest first.', example: { data: [example], next: example.id, more: false } },
      },
      errors: {
        invalid_request: 'A parameter is malformed.',
        not_found: 'There is no such table.',
        gone: 'The cursor is unknown, or its events are no longer kept. `oldest` is the first cursor whose events are kept: reread the records, and continue there.',
      },
    }),
  ])
}
