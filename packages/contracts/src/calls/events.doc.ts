import { eventTypes } from '../events'
import { doc } from './call-doc'
import { readEvents } from './events'
import { exampleId } from './parameters.doc'

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

export const readEventsDoc = doc(readEvents, {
  tag: 'Events',
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
})
