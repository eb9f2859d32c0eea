import * as v from 'valibot'
import { idempotencyHeader, idempotencyKey } from '../forms'
import { mailing, mailingAudience, mailingDraft, mailingRecipients, mailingStarted, mailingTable } from '../mailings'
import { call } from './call'
import { recordId } from './parameters'
import { right } from './policy'

/** The rights on the tables of the recipients are checked as soon as the body names them. */
export const sendMailing = call({
  id: 'sendMailing',
  method: 'post',
  path: '/api/forms/mailings',
  access: right(mailingTable, 'edit'),
  own: true,
  limit: 'send',
  audit: { action: 'mailing', by: 'action' },
  headers: v.object({ [idempotencyHeader]: idempotencyKey }),
  body: { schema: mailingDraft },
  response: { 201: mailingStarted },
  errors: [
    'invalid_request',
    'forbidden',
    'not_found',
    'invalid_input',
    'conflict',
    'recent_sign_in_required',
    'too_many_requests',
  ],
})

/** Sends nothing. */
export const findMailingRecipients = call({
  id: 'findMailingRecipients',
  method: 'post',
  path: '/api/forms/mailings/recipients',
  access: right(mailingTable, 'edit'),
  own: true,
  limit: 'read',
  audit: false,
  body: { schema: mailingAudience },
  response: { 200: mailingRecipients },
  errors: ['invalid_request', 'forbidden', 'not_found', 'invalid_input'],
})

/** Its author, and staff who may see everybody it went to. */
export const readMailing = call({
  id: 'readMailing',
  method: 'get',
  path: '/api/forms/mailings/:id',
  access: 'anyRight',
  limit: 'read',
  params: v.object({ id: recordId }),
  response: { 200: mailing },
  errors: ['not_found'],
})
