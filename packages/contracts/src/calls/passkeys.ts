import * as v from 'valibot'
import {
  newPasskey,
  passkey,
  passkeyDeleted,
  passkeyList,
  passkeyName,
  passkeyOptions,
  passkeySignIn,
} from '../passkeys'
import { signedIn } from '../users'
import { call } from './call'

const ofPasskey = v.object({ id: v.pipe(v.string(), v.maxLength(1_400)) })

export const listPasskeys = call({
  id: 'listPasskeys',
  method: 'get',
  path: '/api/passkeys',
  access: 'user',
  limit: 'read',
  response: { 200: passkeyList },
})

export const beginPasskey = call({
  id: 'beginPasskey',
  method: 'post',
  path: '/api/passkeys/options',
  access: 'user',
  stepUp: true,
  limit: 'write',
  audit: false,
  response: { 200: passkeyOptions },
  errors: ['conflict'],
})

export const createPasskey = call({
  id: 'createPasskey',
  method: 'post',
  path: '/api/passkeys',
  access: 'user',
  stepUp: true,
  limit: 'write',
  audit: { action: 'passkey-add' },
  body: { schema: newPasskey },
  response: { 201: passkey },
  errors: ['invalid_input', 'invalid_request', 'conflict'],
})

export const renamePasskey = call({
  id: 'renamePasskey',
  method: 'put',
  path: '/api/passkeys/:id',
  access: 'user',
  limit: 'write',
  audit: false,
  params: ofPasskey,
  body: { schema: passkeyName },
  response: { 200: passkey },
  errors: ['not_found', 'invalid_input'],
})

export const deletePasskey = call({
  id: 'deletePasskey',
  method: 'delete',
  path: '/api/passkeys/:id',
  access: 'user',
  stepUp: true,
  limit: 'write',
  audit: { action: 'passkey-remove' },
  params: ofPasskey,
  response: { 200: passkeyDeleted },
  errors: ['not_found'],
})

export const beginPasskeySignIn = call({
  id: 'beginPasskeySignIn',
  method: 'post',
  path: '/api/passkeys/sign-in/options',
  access: 'public',
  limit: 'providerLogin',
  audit: false,
  response: { 200: passkeyOptions },
})

export const finishPasskeySignIn = call({
  id: 'finishPasskeySignIn',
  method: 'post',
  path: '/api/passkeys/sign-in',
  access: 'public',
  limit: 'codeCheck',
  audit: { action: 'sign-in', by: 'action' },
  body: { schema: passkeySignIn },
  response: { 200: signedIn },
  errors: ['invalid_request', 'forbidden'],
})
