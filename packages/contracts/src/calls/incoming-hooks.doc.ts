import { doc } from './call-doc'
import {
  changeIncomingHook,
  createIncomingHook,
  decideReceived,
  deleteIncomingHook,
  listIncomingHooks,
  listReceived,
  previewIncomingHook,
  readIncomingHook,
  receiveHook,
  replaceHookAddress,
} from './incoming-hooks'
import { exampleId, idOf, pageDoc } from './parameters.doc'

const tag = 'Incoming bookings'
const ofHook = { id: idOf('the hook') }
const token = 'Zm9yIHRoZSByZWZlcmVuY2Ugb25seSwgbm8gc2VjcmV'
const url = `https://archery.example/api/hooks/${token}`
const recordExample = '65f000000000000000000007'
const deliveryId = '65f000000000000000000021'
const meaning = {
  externalId: 'payload.uri',
  formerId: 'payload.old_invitee',
  mapping: { 'payload.name': 'name', 'payload.email': 'email' },
  match: 'email',
  words: {},
  constants: { level: 'beginner' },
}
const hook = {
  id: exampleId,
  name: 'Calendly',
  source: 'calendly' as const,
  table: 'students',
  state: 'active',
  ...meaning,
  signed: true,
  owner: { id: '65f000000000000000000001', email: 'admin@archery.example' },
  createdAt: '2026-05-01T10:00:00.000Z',
  lastDeliveryAt: '2026-05-02T10:00:00.000Z',
  waiting: 0,
  calendar: null,
}
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
const invalid = 'A field does not exist, two values lead to one field, or the address is not allowed.'

export const receiveHookDoc = doc(receiveHook, {
  tag,
  summary: 'Send a booking',
  description:
    'Where a booking site sends to. The address is the secret; where the hook has a signing key, the signature that the site documents must fit as well. JSON, or a form as Acuity sends it. 202 says that the delivery is stored; it is imported afterwards. The same booking again changes its record.',
  parameters: { id: { description: 'The secret of the hook.', example: token } },
  body: { example: { event: 'invitee.created', payload: { uri: 'https://api.calendly.com/invitees/1', name: 'Ada' } } },
  responses: { 202: { description: 'Stored.', example: { delivery: deliveryId } } },
  errors: {
    invalid_request: 'The body is no JSON object, and no form.',
    not_signed_in: 'The signature is missing or wrong.',
    not_found: 'The address is wrong, or was replaced.',
  },
})

export const listIncomingHooksDoc = doc(listIncomingHooks, {
  tag,
  summary: 'Incoming hooks',
  description: 'Hooks and subscribed calendars, and how many of their bookings wait for a person.',
  responses: { 200: { description: 'The hooks.', example: { data: [hook] } } },
})

export const createIncomingHookDoc = doc(createIncomingHook, {
  tag,
  summary: 'Create an incoming hook',
  description:
    'Makes an address that bookings are sent to, or, with the source `calendar`, fetches an iCalendar `address` every 15 minutes. Without a `mapping` deliveries are kept until there is one. You become the owner: what is imported, is imported with your rights.',
  body: { example: { name: 'Calendly', source: 'calendly', table: 'students', signingKey: 'key-of-the-subscription' } },
  responses: { 201: { description: 'Created; the address is shown only here.', example: { id: exampleId, url } } },
  errors: { invalid_input: invalid, conflict: 'There are 50 hooks.' },
})

export const readIncomingHookDoc = doc(readIncomingHook, {
  tag,
  summary: 'An incoming hook',
  description: 'With the values of its latest deliveries, and what they seem to mean.',
  parameters: ofHook,
  responses: {
    200: {
      description: 'The hook.',
      example: { ...hook, columns: [{ name: 'payload.name', samples: ['Ada'] }], proposed: meaning },
    },
  },
  errors: { not_found: notFound },
})

export const changeIncomingHookDoc = doc(changeIncomingHook, {
  tag,
  summary: 'Change an incoming hook',
  description:
    'Says what the values of its deliveries mean, and switches it on or off. What was kept meanwhile is imported. Without `signingKey` the key stays; an empty one removes it.',
  parameters: ofHook,
  body: { example: { name: 'Calendly', state: 'active', ...meaning } },
  responses: { 200: { description: 'The hook after the change.', example: hook } },
  errors: { invalid_input: invalid, not_found: notFound },
})

export const deleteIncomingHookDoc = doc(deleteIncomingHook, {
  tag,
  summary: 'Delete an incoming hook',
  description: 'Its address is refused from now on. Its deliveries go with it; records stay.',
  parameters: ofHook,
  responses: { 200: { description: 'Deleted.', example: { success: true, id: exampleId } } },
  errors: { not_found: notFound },
})

export const replaceHookAddressDoc = doc(replaceHookAddress, {
  tag,
  summary: 'Replace the address',
  description: 'Makes another address. The former one is refused at once.',
  parameters: ofHook,
  responses: { 201: { description: 'The address, shown only here.', example: { url } } },
  errors: { not_found: 'There is no such hook, or it is a calendar.' },
})

export const previewIncomingHookDoc = doc(previewIncomingHook, {
  tag,
  summary: 'Try a mapping',
  description: 'Says what the latest deliveries would do with this mapping. Writes nothing.',
  parameters: ofHook,
  body: { example: meaning },
  responses: {
    200: {
      description: 'The latest bookings.',
      example: {
        data: [
          {
            delivery: deliveryId,
            externalId: 'https://api.calendly.com/invitees/1',
            state: 'created',
            reason: null,
            values: { name: 'Ada', email: 'ada@example.com' },
          },
        ],
      },
    },
  },
  errors: { invalid_input: invalid, not_found: notFound },
})

export const listReceivedDoc = doc(listReceived, {
  tag,
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
})

export const decideReceivedDoc = doc(decideReceived, {
  tag,
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
})
