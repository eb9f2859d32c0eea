import * as v from 'valibot'
import { idempotencyHeaders } from '../forms'
import {
  newWaiver,
  newWaiverText,
  signedWaiver,
  signedWaivers,
  waiverText,
  waiverTexts as waiverTextList,
} from '../waivers'
import { call } from './call'
import { recordId } from './parameters'
import { adminChange, right } from './policy'

const params = v.object({ id: recordId })

export const listWaiverTexts = call({
  id: 'listWaiverTexts',
  method: 'get',
  path: '/api/waiver-texts',
  access: right('students', 'view'),
  limit: 'read',
  response: { 200: waiverTextList },
})

export const publishWaiverText = call({
  id: 'publishWaiverText',
  method: 'post',
  path: '/api/waiver-texts',
  ...adminChange,
  audit: { action: 'waiver-text', about: ['months'] },
  body: { schema: newWaiverText },
  response: { 201: waiverText },
  errors: ['invalid_input', 'conflict'],
})

export const listWaivers = call({
  id: 'listWaivers',
  method: 'get',
  path: '/api/students/:id/waivers',
  access: right('students', 'view'),
  limit: 'read',
  params,
  response: { 200: signedWaivers },
  errors: ['not_found'],
})

/** In person, on a device of the school: no program signs. */
export const signWaiver = call({
  id: 'signWaiver',
  method: 'post',
  path: '/api/students/:id/waiver',
  access: right('students', 'edit'),
  accounts: false,
  limit: 'write',
  audit: { action: 'waiver', record: 'id' },
  params,
  headers: idempotencyHeaders,
  body: { schema: newWaiver },
  response: { 201: signedWaiver },
  errors: ['not_found', 'invalid_input', 'conflict'],
})
