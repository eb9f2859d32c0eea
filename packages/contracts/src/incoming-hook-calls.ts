import { doc, get, post, put, remove, tagged } from './call'
import { exampleId, idOf } from './doc-parts'
import {
  createdIncomingHook,
  hookMeaning,
  incomingHook,
  incomingHookAddress,
  incomingHookChange,
  incomingHookDetails,
  incomingHookList,
  newIncomingHook,
  preview,
} from './incoming-hooks'
import { idParams } from './parameters'
import { adminChange, adminRead } from './policy'
import { deleted } from './users'

export const listIncomingHooks = get('listIncomingHooks', '/api/incoming-hooks', {
  ...adminRead,
  response: { 200: incomingHookList },
})

export const createIncomingHook = post('createIncomingHook', '/api/incoming-hooks', {
  ...adminChange,
  audit: { action: 'hook-add' },
  body: { schema: newIncomingHook },
  response: { 201: createdIncomingHook },
  errors: ['invalid_input', 'conflict'],
})

export const readIncomingHook = get('readIncomingHook', '/api/incoming-hooks/:id', {
  ...adminRead,
  params: idParams,
  response: { 200: incomingHookDetails },
  errors: ['not_found'],
})

export const changeIncomingHook = put('changeIncomingHook', '/api/incoming-hooks/:id', {
  ...adminChange,
  audit: { action: 'hook-change', record: 'id' },
  params: idParams,
  body: { schema: incomingHookChange },
  response: { 200: incomingHook },
  errors: ['invalid_input', 'not_found'],
})

export const deleteIncomingHook = remove('deleteIncomingHook', '/api/incoming-hooks/:id', {
  ...adminChange,
  audit: { action: 'hook-remove', record: 'id' },
  params: idParams,
  response: { 200: deleted },
  errors: ['not_found'],
})

export const replaceHookAddress = post('replaceHookAddress', '/api/incoming-hooks/:id/address', {
  ...adminChange,
  audit: { action: 'hook-change', record: 'id' },
  params: idParams,
  response: { 201: incomingHookAddress },
  errors: ['not_found'],
})

export const previewIncomingHook = post('previewIncomingHook', '/api/incoming-hooks/:id/preview', {
  access: 'admin',
  limit: 'write',
  audit: false,
  params: idParams,
  body: { schema: hookMeaning },
  response: { 200: preview },
  errors: ['invalid_input', 'not_found'],
})

export const docs = () => {
  const ofHook = { id: idOf('the hook') }
  const token = 'Zm9yIHRoZSByZWZlcmVuY2Ugb25seSwgbm8gc2VjcmV'
  const url = `https://archery.example/api/hooks/${token}`
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
  const notFound = 'There is no such hook.'
  const invalid = 'A field does not exist, two values lead to one field, or the address is not allowed.'
  return tagged('Incoming bookings', [
    doc(listIncomingHooks, {
      summary: 'Incoming hooks',
      description:
        'Hooks and subscribed calendars, and how many of their bookings wait for a person. `calendar.read` counts the events of a calendar: `found` is the sum of those that were read, are at another time, are former versions, or were not read, with the reason.',
      responses: { 200: { description: 'The hooks.', example: { data: [hook] } } },
    }),
    doc(createIncomingHook, {
      summary: 'Create an incoming hook',
      description:
        'Makes an address that bookings are sent to, or, with the source `calendar`, fetches an iCalendar `address` every 15 minutes. Without a `mapping` deliveries are kept until there is one. You become the owner: what is imported, is imported with your rights.',
      body: {
        example: { name: 'Calendly', source: 'calendly', table: 'students', signingKey: 'key-of-the-subscription' },
      },
      responses: { 201: { description: 'Created; the address is shown only here.', example: { id: exampleId, url } } },
      errors: { invalid_input: invalid, conflict: 'There are 50 hooks.' },
    }),
    doc(readIncomingHook, {
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
    }),
    doc(changeIncomingHook, {
      summary: 'Change an incoming hook',
      description:
        'Maps the values of its deliveries to fields, and activates or pauses the hook. Deliveries kept until then are imported. Without `signingKey` the key stays; an empty one removes it. `zones` maps the unknown time zone names of a calendar to time zones.',
      parameters: ofHook,
      body: { example: { name: 'Calendly', state: 'active', ...meaning } },
      responses: { 200: { description: 'The hook after the change.', example: hook } },
      errors: { invalid_input: invalid, not_found: notFound },
    }),
    doc(deleteIncomingHook, {
      summary: 'Delete an incoming hook',
      description: 'Its address is refused from now on. Its deliveries go with it; records stay.',
      parameters: ofHook,
      responses: { 200: { description: 'Deleted.', example: { success: true, id: exampleId } } },
      errors: { not_found: notFound },
    }),
    doc(replaceHookAddress, {
      summary: 'Replace the address',
      description: 'Makes another address. The former one is refused at once.',
      parameters: ofHook,
      responses: { 201: { description: 'The address, shown only here.', example: { url } } },
      errors: { not_found: 'There is no such hook, or it is a calendar.' },
    }),
    doc(previewIncomingHook, {
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
    }),
  ])
}
