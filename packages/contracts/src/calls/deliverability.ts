import * as v from 'valibot'
import { deliverability, testMail } from '../deliverability'
import { call } from './call'
import { recordId } from './parameters'

export const readDeliverability = call({
  id: 'readDeliverability',
  method: 'get',
  path: '/api/forms/deliverability',
  access: 'admin',
  limit: 'read',
  response: { 200: deliverability },
})

/** The records are read again within seconds. */
export const checkSender = call({
  id: 'checkSender',
  method: 'post',
  path: '/api/forms/deliverability/check',
  access: 'admin',
  limit: 'write',
  audit: false,
  response: { 202: v.object({ success: v.literal(true) }) },
})

export const sendTestMail = call({
  id: 'sendTestMail',
  method: 'post',
  path: '/api/forms/test-mails',
  access: 'admin',
  limit: 'send',
  audit: { action: 'mailing' },
  response: { 201: testMail },
})

export const readTestMail = call({
  id: 'readTestMail',
  method: 'get',
  path: '/api/forms/test-mails/:id',
  access: 'admin',
  limit: 'read',
  params: v.object({ id: recordId }),
  response: { 200: testMail },
  errors: ['not_found'],
})
