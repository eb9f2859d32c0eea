import * as v from 'valibot'
import {
  newPasskey,
  passkeyDeleted,
  passkeyList,
  passkeyName,
  passkeyOptions,
  passkey as passkeySchema,
  passkeySignIn,
} from '../passkeys'
import { signedIn } from '../users'
import { call, parameter } from './call'
import { exampleUser } from './sign-in-example'

const tag = 'Passkeys'
const passkey = {
  id: 'q3Zt0sLxPaA1',
  name: 'Laptop',
  createdAt: '2026-05-01T10:00:00.000Z',
  lastUsedAt: null,
  synced: true,
}
const recent = 'The sign-in is older than 15 minutes. Sign in again, then repeat the call.'
const options = { challenge: 'mF3X…', rpId: 'school.example', userVerification: 'required' }

export const listPasskeys = call({
  method: 'get',
  path: '/api/passkeys',
  access: 'signed-in',
  response: { 200: { description: 'The passkeys.', schema: passkeyList, example: [passkey] } },
  detail: {
    id: 'listPasskeys',
    tag,
    summary: 'My passkeys',
    description: 'The passkeys of the current user, the newest first.',
  },
})

export const beginPasskey = call({
  method: 'post',
  path: '/api/passkeys/options',
  access: 'signed-in',
  response: { 200: { description: 'The options.', schema: passkeyOptions, example: options } },
  errors: { recent_sign_in_required: recent, conflict: 'There are ten passkeys already.' },
  detail: {
    id: 'beginPasskey',
    tag,
    summary: 'Options for a new passkey',
    description: 'Options for `navigator.credentials.create`.',
  },
})

export const createPasskey = call({
  method: 'post',
  path: '/api/passkeys',
  access: 'signed-in',
  body: { schema: newPasskey },
  response: { 201: { description: 'Added.', schema: passkeySchema, example: passkey } },
  errors: {
    invalid_input: 'A value is not valid.',
    invalid_request: 'The passkey does not match the options, or they have expired.',
    recent_sign_in_required: recent,
    conflict: 'The passkey is in use, or there are ten already.',
  },
  detail: {
    id: 'createPasskey',
    tag,
    summary: 'Add a passkey',
    description: 'Stores the public key of a new passkey. It must verify its user, by a finger or a PIN.',
  },
})

export const renamePasskey = call({
  method: 'put',
  path: '/api/passkeys/:id',
  access: 'signed-in',
  params: v.object({ id: parameter(v.pipe(v.string(), v.maxLength(1_400)), 'The id of the passkey.', passkey.id) }),
  body: { schema: passkeyName, example: { name: 'Old laptop' } },
  response: { 200: { description: 'Renamed.', schema: passkeySchema, example: passkey } },
  errors: { not_found: 'There is no such passkey of yours.', invalid_input: 'The name is missing or not valid.' },
  detail: {
    id: 'renamePasskey',
    tag,
    summary: 'Rename a passkey',
    description: 'The name is shown to its owner only. Needs no recent sign-in: it grants no access.',
  },
})

export const deletePasskey = call({
  method: 'delete',
  path: '/api/passkeys/:id',
  access: 'signed-in',
  params: v.object({ id: parameter(v.pipe(v.string(), v.maxLength(1_400)), 'The id of the passkey.', passkey.id) }),
  response: {
    200: { description: 'Deleted.', schema: passkeyDeleted, example: { success: true, id: passkey.id } },
  },
  errors: { not_found: 'There is no such passkey of yours.', recent_sign_in_required: recent },
  detail: {
    id: 'deletePasskey',
    tag,
    summary: 'Delete a passkey',
    description: 'The passkey signs in no longer. Sessions that it opened stay.',
  },
})

export const beginPasskeySignIn = call({
  method: 'post',
  path: '/api/passkeys/sign-in/options',
  access: 'public',
  response: { 200: { description: 'The options.', schema: passkeyOptions, example: options } },
  errors: { too_many_requests: 'Too many sign-ins were begun from this network.' },
  detail: {
    id: 'beginPasskeySignIn',
    tag,
    summary: 'Options for sign-in with a passkey',
    description: 'Options for `navigator.credentials.get`.',
  },
})

export const finishPasskeySignIn = call({
  method: 'post',
  path: '/api/passkeys/sign-in',
  access: 'public',
  body: { schema: passkeySignIn },
  response: {
    200: {
      description: 'Signed in.',
      schema: signedIn,
      example: { success: true, user: exampleUser },
      headers: { 'Set-Cookie': 'The session.' },
    },
  },
  errors: {
    invalid_request: 'The passkey is unknown or does not match, or the options have expired.',
    forbidden: 'The account is disabled.',
    too_many_requests: 'Too many attempts from this network.',
  },
  detail: {
    id: 'finishPasskeySignIn',
    tag,
    summary: 'Sign in with a passkey',
    description: 'Checks challenge, origin, signature, user verification and counter, and opens a session.',
  },
})
