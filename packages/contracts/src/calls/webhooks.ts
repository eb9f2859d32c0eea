import * as v from 'valibot'
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
  webhookDeleted,
  webhookList,
} from '../webhooks'
import { call } from './call'
import { pageNumber, recordId } from './parameters'

const ofWebhook = v.object({ id: recordId })

export const listWebhooks = call({
  id: 'listWebhooks',
  method: 'get',
  path: '/api/webhooks',
  access: 'admin',
  limit: 'read',
  response: { 200: webhookList },
})

export const createWebhook = call({
  id: 'createWebhook',
  method: 'post',
  path: '/api/webhooks',
  access: 'admin',
  stepUp: true,
  limit: 'write',
  audit: { action: 'webhook-add' },
  body: { schema: newWebhook },
  response: { 201: createdWebhook },
  errors: ['invalid_input', 'conflict'],
})

export const readWebhook = call({
  id: 'readWebhook',
  method: 'get',
  path: '/api/webhooks/:id',
  access: 'admin',
  limit: 'read',
  params: ofWebhook,
  response: { 200: webhook },
  errors: ['not_found'],
})

export const changeWebhook = call({
  id: 'changeWebhook',
  method: 'put',
  path: '/api/webhooks/:id',
  access: 'admin',
  stepUp: true,
  limit: 'write',
  audit: { action: 'webhook-change', record: 'id' },
  params: ofWebhook,
  body: { schema: webhookChange },
  response: { 200: webhook },
  errors: ['invalid_input', 'not_found'],
})

export const deleteWebhook = call({
  id: 'deleteWebhook',
  method: 'delete',
  path: '/api/webhooks/:id',
  access: 'admin',
  stepUp: true,
  limit: 'write',
  audit: { action: 'webhook-remove', record: 'id' },
  params: ofWebhook,
  response: { 200: webhookDeleted },
  errors: ['not_found'],
})

export const rotateWebhookSecret = call({
  id: 'rotateWebhookSecret',
  method: 'post',
  path: '/api/webhooks/:id/secret',
  access: 'admin',
  stepUp: true,
  limit: 'write',
  audit: { action: 'webhook-change', record: 'id' },
  params: ofWebhook,
  response: { 201: rotatedSecret },
  errors: ['not_found'],
})

export const testWebhook = call({
  id: 'testWebhook',
  method: 'post',
  path: '/api/webhooks/:id/test',
  access: 'admin',
  limit: 'send',
  audit: false,
  params: ofWebhook,
  response: { 200: attempt },
  errors: ['not_found', 'conflict'],
})

export const listDeliveries = call({
  id: 'listDeliveries',
  method: 'get',
  path: '/api/webhooks/:id/deliveries',
  access: 'admin',
  limit: 'read',
  params: ofWebhook,
  query: v.object({ page: pageNumber }),
  response: { 200: deliveryPage },
  errors: ['not_found'],
})

export const replayDeliveries = call({
  id: 'replayDeliveries',
  method: 'post',
  path: '/api/webhooks/:id/replay',
  access: 'admin',
  limit: 'send',
  audit: { action: 'webhook-replay', record: 'id' },
  params: ofWebhook,
  body: { schema: replayRequest },
  response: { 202: replayed },
  errors: ['invalid_input', 'not_found'],
})
