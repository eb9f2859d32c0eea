import * as v from 'valibot'
import { oauthCode, oauthProviders, oauthRedirect } from '../oauth'
import { codeCheck, codeRequest, codeRequested, done, logoutRequest, signedIn } from '../users'
import { call } from './call'

export const sendCode = call({
  id: 'sendCode',
  method: 'post',
  path: '/api/send-otp',
  access: 'public',
  limit: 'codeSend',
  audit: false,
  body: { schema: codeRequest },
  response: { 200: codeRequested },
  errors: ['invalid_request'],
})

export const verifyCode = call({
  id: 'verifyCode',
  method: 'post',
  path: '/api/verify-otp',
  access: 'public',
  limit: 'codeCheck',
  audit: { action: 'sign-in', by: 'action' },
  body: { schema: codeCheck },
  response: { 200: signedIn },
  errors: ['invalid_request', 'forbidden'],
})

export const signInProviders = call({
  id: 'signInProviders',
  method: 'get',
  path: '/api/oauth/providers',
  access: 'public',
  limit: 'read',
  response: { 200: oauthProviders },
})

export const beginGoogle = call({
  id: 'beginGoogle',
  method: 'get',
  path: '/api/oauth/google/redirect_url',
  access: 'public',
  limit: 'providerLogin',
  origin: 'same',
  query: v.object({ originUrl: v.pipe(v.string(), v.url()) }),
  response: { 200: oauthRedirect },
  errors: ['invalid_request', 'not_found'],
})

export const finishGoogle = call({
  id: 'finishGoogle',
  method: 'post',
  path: '/api/sessions',
  access: 'public',
  limit: 'codeCheck',
  audit: { action: 'sign-in', by: 'action' },
  body: { schema: oauthCode },
  response: { 200: signedIn },
  errors: ['invalid_request', 'forbidden', 'address_unproven', 'conflict', 'not_found', 'unavailable'],
})

export const signOutByLink = call({
  id: 'signOutByLink',
  method: 'get',
  path: '/api/logout',
  access: 'public',
  limit: 'write',
  origin: 'same',
  response: { 200: done },
})

export const signOut = call({
  id: 'signOut',
  method: 'post',
  path: '/api/logout',
  access: 'public',
  limit: 'write',
  audit: false,
  body: { schema: logoutRequest, optional: true },
  response: { 200: done },
  errors: ['invalid_request'],
})
