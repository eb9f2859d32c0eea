import * as v from 'valibot'
import { doc, get, post, put, remove, tagged } from './call'
import { exampleId, idOf, pageDoc } from './doc-parts'
import { idParams, pageNumber } from './parameters'
import { adminChange, adminRead } from './policy'
import { deleted } from './users'
import {
  attempt,
  createdWebhook,
  deliveryPage,
  newWebhook,
  replayed,
  replayRequest,
  rotatedSecret,
  webhook,
  webhookChange,
  webhookList,
} from './webhooks'

export const listWebhooks = get('listWebhooks', '/api/webhooks', {
  ...adminRead,
  response: { 200: webhookList },
})

export const createWebhook = post('createWebhook', '/api/webhooks', {
  ...adminChange,
  audit: { action: 'webhook-add' },
  body: { schema: newWebhook },
  response: { 201: createdWebhook },
  errors: ['invalid_input', 'conflict'],
})

export const readWebhook = get('readWebhook', '/api/webhooks/:id', {
  ...adminRead,
  params: idParams,
  response: { 200: webhook },
  errors: ['not_found'],
})

export const changeWebhook = put('changeWebhook', '/api/webhooks/:id', {
  ...adminChange,
  audit: { action: 'webhook-change', record: 'id' },
  params: idParams,
  body: { schema: webhookChange },
  response: { 200: webhook },
  errors: ['invalid_input', 'not_found'],
})

export const deleteWebhook = remove('deleteWebhook', '/api/webhooks/:id', {
  ...adminChange,
  audit: { action: 'webhook-remove', record: 'id' },
  params: idParams,
  response: { 200: deleted },
  errors: ['not_found'],
})

export const rotateWebhookSecret = post('rotateWebhookSecret', '/api/webhooks/:id/secret', {
  ...adminChange,
  audit: { action: 'webhook-change', record: 'id' },
  params: idParams,
  response: { 201: rotatedSecret },
  errors: ['not_found'],
})

export const testWebhook = post('testWebhook', '/api/webhooks/:id/test', {
  access: 'admin',
  limit: 'send',
  audit: false,
  params: idParams,
  response: { 200: attempt },
  errors: ['not_found', 'conflict'],
})

export const listDeliveries = get('listDeliveries', '/api/webhooks/:id/deliveries', {
  ...adminRead,
  params: idParams,
  query: v.object({ page: pageNumber }),
  response: { 200: deliveryPage },
  errors: ['not_found'],
})

export const replayDeliveries = post('replayDeliveries', '/api/webhooks/:id/replay', {
  access: 'admin',
  limit: 'send',
  audit: { action: 'webhook-replay', record: 'id' },
  params: idParams,
  body: { schema: replayRequest },
  response: { 202: replayed },
  errors: ['invalid_input', 'not_found'],
})

export const docs = () => {
  const ofWebhook = { id: idOf('the webhook') }
  const selection = { url: 'https://booking.example/hooks', types: ['record.created'], tables: ['lessons'] } as const
  const example = {
    id: exampleId,
    ...selection,
    state: 'active',
    reason: null,
    owner: { id: '65f000000000000000000001', email: 'admin@archery.example' },
    failingSince: null,
    formerSecretUntil: null,
    createdAt: '2026-05-01T10:00:00.000Z',
  }
  const secret = `whsec_${'A'.repeat(43)}=`
  const attempt = { at: '2026-05-01T10:00:00.000Z', status: 200, error: null, ms: 84, body: 'ok' }
  const deliveryId = `${exampleId}-185`
  const payload = JSON.stringify({
    type: 'record.created',
    timestamp: '2026-05-01T10:00:00.000Z',
    data: { id: '185.60303ae2', type: 'record.created', table: 'lessons', record: exampleId },
  })
  const notFound = 'There is no such webhook.'
  const invalid = 'The address is not allowed, or a table does not exist.'
  return tagged('Webhooks', [
    doc(listWebhooks, {
      summary: 'Webhooks',
      description: 'Where events are sent to, and whether they arrive.',
      responses: { 200: { description: 'The webhooks.', example: { data: [example] } } },
    }),
    doc(createWebhook, {
      summary: 'Create a webhook',
      description:
        'Sends each event of the feed from now on to an address, as [Standard Webhooks](https://www.standardwebhooks.com) describe it: `POST` with the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`. The address must be `https` and public; redirects are not followed. Answer with a 2xx status within 10 seconds. Anything else is repeated ten times within 75 hours; 410 ends the webhook, and five days without a success disable it, of which its owner gets a mail. Events of one record arrive in their order; an event may arrive twice, with the same `webhook-id`. You become the owner.',
      body: { example: selection },
      responses: {
        201: { description: 'Created; the secret is shown only here.', example: { id: exampleId, secret } },
      },
      errors: { invalid_input: invalid, conflict: 'There are 100 webhooks.' },
    }),
    doc(readWebhook, {
      summary: 'A webhook',
      description: 'What it receives, and whether it arrives.',
      parameters: ofWebhook,
      responses: { 200: { description: 'The webhook.', example } },
      errors: { not_found: notFound },
    }),
    doc(changeWebhook, {
      summary: 'Change a webhook',
      description:
        'Replaces address, types and tables, and switches it on or off; you become the owner. When you switch it on again, it receives what happened in the meantime, up to 30 days.',
      parameters: ofWebhook,
      body: { example: { ...selection, active: true } },
      responses: { 200: { description: 'The webhook after the change.', example } },
      errors: { invalid_input: invalid, not_found: notFound },
    }),
    doc(deleteWebhook, {
      summary: 'Delete a webhook',
      description: 'Deletes it with its deliveries. Nothing is sent any more.',
      parameters: ofWebhook,
      responses: { 200: { description: 'Deleted.', example: { success: true, id: exampleId } } },
      errors: { not_found: notFound },
    }),
    doc(rotateWebhookSecret, {
      summary: 'Replace the secret',
      description: 'Makes another secret. For 24 hours deliveries have a signature of each.',
      parameters: ofWebhook,
      responses: {
        201: {
          description: 'The secret, shown only here.',
          example: { secret, formerSecretUntil: '2026-05-02T10:00:00.000Z' },
        },
      },
      errors: { not_found: notFound },
    }),
    doc(testWebhook, {
      summary: 'Send a test',
      description:
        'Sends an event `webhook.test` at once and returns the response of the endpoint. It is not repeated.',
      parameters: ofWebhook,
      responses: { 200: { description: 'What the endpoint answered.', example: attempt } },
      errors: { not_found: notFound, conflict: 'Its secret was sealed with another key.' },
    }),
    doc(listDeliveries, {
      summary: 'Deliveries',
      description: 'The deliveries of the last 30 days, newest first, with what was sent and what was answered.',
      parameters: { ...ofWebhook, page: pageDoc },
      responses: {
        200: {
          description: 'A page of deliveries.',
          example: {
            data: [
              {
                id: deliveryId,
                messageId: 'evt_185_60303ae2',
                payload,
                state: 'delivered',
                attempts: [attempt],
                nextAttemptAt: null,
              },
            ],
            total: 1,
          },
        },
      },
      errors: { not_found: notFound },
    }),
    doc(replayDeliveries, {
      summary: 'Deliver again',
      description:
        'Sends one delivery again (`delivery`), or all of a period (`from`, `to`), with their former `webhook-id`.',
      parameters: ofWebhook,
      body: { example: { delivery: deliveryId } },
      responses: { 202: { description: 'How many are sent again.', example: { count: 1 } } },
      errors: {
        invalid_input: 'Name a delivery or a period.',
        not_found: 'There is no such webhook, or no such delivery.',
      },
    }),
  ])
}
