import * as v from 'valibot'
import { emailText } from '../email-text'
import { inquiryTable } from '../inquiries'
import { suppressedAddress, suppressedPage } from '../mail-addresses'
import { call } from './call'
import { pageNumber } from './parameters'
import { right } from './policy'

/** Not for other staff: that an address is left out says that the school has written to it. */
export const findSuppressed = call({
  id: 'findSuppressed',
  method: 'get',
  path: '/api/forms/mail-addresses/state',
  access: right(inquiryTable, 'view'),
  limit: 'read',
  query: v.object({ email: v.pipe(v.string(), v.maxLength(254)) }),
  response: { 200: v.object({ suppressed: v.nullable(suppressedAddress) }) },
})

export const listSuppressed = call({
  id: 'listSuppressed',
  method: 'get',
  path: '/api/forms/mail-addresses',
  access: 'admin',
  limit: 'read',
  query: v.object({ page: pageNumber }),
  response: { 200: suppressedPage },
})

export const retryAddress = call({
  id: 'retryAddress',
  method: 'post',
  path: '/api/forms/mail-addresses/retry',
  access: 'admin',
  limit: 'write',
  audit: { action: 'settings', table: 'mail_addresses' },
  body: { schema: v.strictObject({ email: emailText }) },
  response: { 200: v.object({ success: v.literal(true) }) },
  errors: ['invalid_request', 'not_found'],
})

/** The token of a mail of a mailing. */
const token = v.object({ t: v.pipe(v.string(), v.maxLength(100)) })

/** RFC 8058: mail programs send it without a cookie. The body says nothing that the token does not. */
export const unsubscribe = call({
  id: 'unsubscribe',
  method: 'post',
  path: '/api/forms/unsubscribe',
  access: 'public',
  limit: 'read',
  audit: false,
  origin: 'any',
  query: token,
  body: {
    type: 'application/x-www-form-urlencoded',
    schema: v.unknown(),
    types: ['application/x-www-form-urlencoded', 'multipart/form-data'],
    isIgnored: true,
  },
  response: { 200: { type: 'text/html' }, 404: { type: 'text/html' } },
})

/** For people whose mail program opens the address. It changes nothing: programs that look at links open it, too. */
export const showUnsubscribe = call({
  id: 'showUnsubscribe',
  method: 'get',
  path: '/api/forms/unsubscribe',
  access: 'public',
  limit: 'read',
  query: token,
  response: { 200: { type: 'text/html' } },
})
