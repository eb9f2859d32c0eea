import * as v from 'valibot'
import { doc, get, post, tagged } from './call'
import { idOf, pageDoc } from './doc-parts'
import { idParams, pageNumber, recordId } from './parameters'
import { adminRead } from './policy'

export const receivedPageSize = 20
/** The largest body of a delivery, in bytes. */
const maxReceivedBytes = 256 * 1024

/**
 * The state of a booking: `new` before it was looked at, `waiting` for a person, `ignored` because a later delivery of it had been
 * imported, or because a person left it out.
 */
export const rowState = v.picklist(['new', 'waiting', 'created', 'updated', 'unchanged', 'ignored'])
export type RowState = v.InferOutput<typeof rowState>

const receivedRow = v.object({
  externalId: v.string(),
  cells: v.record(v.string(), v.string()),
  state: rowState,
  /** Why it waits, or was ignored. */
  reason: v.nullable(v.string()),
  record: v.nullable(v.string()),
  /** Records that it may be. */
  candidates: v.array(v.object({ id: v.string(), label: v.string() })),
})
export type ReceivedRow = v.InferOutput<typeof receivedRow>

export const received = v.object({
  id: v.string(),
  at: v.string(),
  state: v.picklist(['kept', 'new', 'waiting', 'done']),
  rows: v.array(receivedRow),
  /** Says which parts were read in the most likely way: its letters, or several values of one name. */
  notes: v.optional(v.array(v.string())),
  /** The jobs that changed records for it: undoing them undoes the delivery. */
  jobs: v.array(v.string()),
  isUndone: v.boolean(),
})
export type Received = v.InferOutput<typeof received>
const receivedPage = v.object({ data: v.array(received), total: v.number() })
export type ReceivedPage = v.InferOutput<typeof receivedPage>

/** `POST /api/hooks/{id}`: 202 once it is stored. */
export const accepted = v.object({ delivery: v.string() })

/** `POST .../deliveries/{delivery}/decisions`: what a booking that waits is. */
const rowDecision = v.strictObject({
  row: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(999)),
  /** `create`: a new record; `record`: this one; `again`: look at it once more; `ignore`: leave it out. */
  decision: v.picklist(['create', 'record', 'again', 'ignore']),
  record: v.optional(v.pipe(v.string(), v.maxLength(24))),
})
export type RowDecision = v.InferOutput<typeof rowDecision>

export const receiveHook = post('receiveHook', '/api/hooks/:id', {
  access: 'public',
  limit: 'hook',
  audit: false,
  origin: 'any',
  params: v.object({ id: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)) }),
  body: {
    schema: v.record(v.string(), v.unknown()),
    types: ['application/json', 'application/x-www-form-urlencoded'],
    isForeign: true,
    maxBytes: maxReceivedBytes,
  },
  response: { 202: accepted },
  errors: ['invalid_request', 'not_signed_in', 'not_found'],
})

/** Products ask before they send anything. HEAD is answered as well. */
export const checkHook = get('checkHook', '/api/hooks/:id', {
  access: 'public',
  limit: 'hook',
  params: v.object({ id: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)) }),
  response: { 200: v.object({ ready: v.literal(true) }) },
  errors: ['not_found'],
})

export const listReceived = get('listReceived', '/api/incoming-hooks/:id/deliveries', {
  ...adminRead,
  params: idParams,
  query: v.object({ page: pageNumber, state: v.optional(v.picklist(['waiting'])) }),
  response: { 200: receivedPage },
  errors: ['not_found'],
})

export const decideReceived = post('decideReceived', '/api/incoming-hooks/:id/deliveries/:delivery/decisions', {
  access: 'admin',
  limit: 'write',
  audit: { action: 'hook-decide', record: 'id', about: ['decision'] },
  params: v.object({ id: recordId, delivery: recordId }),
  body: { schema: rowDecision },
  response: { 200: received },
  errors: ['invalid_input', 'not_found', 'conflict'],
})

export const docs = () => {
  const ofHook = { id: idOf('the hook') }
  const token = 'Zm9yIHRoZSByZWZlcmVuY2Ugb25seSwgbm8gc2VjcmV'
  const recordExample = '65f000000000000000000007'
  const deliveryId = '65f000000000000000000021'
  const cells = {
    'payload.uri': 'https://api.calendly.com/invitees/1',
    'payload.name': 'Ada',
    'payload.email': 'ada@example.com',
  }
  const delivery = {
    id: deliveryId,
    at: '2026-05-02T10:00:00.000Z',
    state: 'done',
    rows: [
      {
        externalId: 'https://api.calendly.com/invitees/1',
        cells,
        state: 'created',
        reason: null,
        record: recordExample,
        candidates: [],
      },
    ],
    jobs: ['65f000000000000000000031'],
    isUndone: false,
  }
  const notFound = 'There is no such hook.'
  return tagged('Incoming bookings', [
    doc(receiveHook, {
      summary: 'Send a booking',
      description:
        'Where a booking site sends to. The address is the secret; where the hook has a signing key, the signature that the site documents must fit as well. JSON in any kind, a form with or without files as Jotform sends it, a text, or a list of at most 100 bookings; without a content type by what it looks like. Numbers that JSON would round stay as they are written. 202 says that the delivery is stored; it is imported afterwards. The same booking again changes its record.',
      parameters: { id: { description: 'The secret of the hook.', example: token } },
      body: {
        example: { event: 'invitee.created', payload: { uri: 'https://api.calendly.com/invitees/1', name: 'Ada' } },
      },
      responses: { 202: { description: 'Stored.', example: { delivery: deliveryId } } },
      errors: {
        invalid_request: 'The body is neither JSON, a form nor a text, or holds no values.',
        not_signed_in: 'The signature is missing or wrong.',
        not_found: 'The address is wrong, or was replaced.',
      },
    }),
    doc(checkHook, {
      summary: 'Check the address of a hook',
      description: 'For products that ask, by GET or HEAD, whether an address is there before they send to it.',
      parameters: { id: { description: 'The secret of the hook.', example: token } },
      responses: { 200: { description: 'The hook takes bookings.', example: { ready: true } } },
      errors: { not_found: 'The address is wrong, or was replaced.' },
    }),
    doc(listReceived, {
      summary: 'Deliveries of a hook',
      description:
        'Newest first, with what became of each booking. Those that wait for a person are kept until they are decided, the others for 30 days. Undo the jobs of a delivery to undo it.',
      parameters: {
        ...ofHook,
        page: pageDoc,
        state: { description: 'Only deliveries that wait for a person.', example: 'waiting' },
      },
      responses: { 200: { description: 'A page of deliveries.', example: { data: [delivery], total: 1 } } },
      errors: { not_found: notFound },
    }),
    doc(decideReceived, {
      summary: 'Decide a booking that waits',
      description:
        'Makes a new record of it (`create`), says which `record` it is, leaves it out (`ignore`), or looks at it `again`, for example after a record was corrected.',
      parameters: { ...ofHook, delivery: idOf('the delivery') },
      body: { example: { row: 0, decision: 'record', record: recordExample } },
      responses: { 200: { description: 'The delivery.', example: { ...delivery, state: 'new' } } },
      errors: {
        invalid_input: 'There is no such record.',
        not_found: 'There is no such delivery.',
        conflict: 'The booking does not wait any more.',
      },
    }),
  ])
}
