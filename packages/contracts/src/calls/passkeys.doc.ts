import { doc } from './call-doc'
import {
  beginPasskey,
  beginPasskeySignIn,
  createPasskey,
  deletePasskey,
  finishPasskeySignIn,
  listPasskeys,
  renamePasskey,
} from './passkeys'
import { exampleUser } from './sign-in-example.doc'

const tag = 'Passkeys'
const example = {
  id: 'q3Zt0sLxPaA1',
  name: 'Laptop',
  createdAt: '2026-05-01T10:00:00.000Z',
  lastUsedAt: null,
  synced: true,
}
const ofPasskey = { id: { description: 'The id of the passkey.', example: example.id } }
const credential = { id: 'q3Zt0sLxPaA1', rawId: 'q3Zt0sLxPaA1', type: 'public-key', clientExtensionResults: {} }
const clientDataJSON = 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0'
const options = { challenge: 'mF3X…', rpId: 'school.example', userVerification: 'required' }

export const listPasskeysDoc = doc(listPasskeys, {
  tag,
  summary: 'My passkeys',
  description: 'The passkeys of the current user, newest first.',
  responses: { 200: { description: 'The passkeys.', example: [example] } },
})

export const beginPasskeyDoc = doc(beginPasskey, {
  tag,
  summary: 'Options for a new passkey',
  description: 'Options for `navigator.credentials.create`.',
  responses: { 200: { description: 'The options.', example: options } },
  errors: { conflict: 'The user has ten passkeys already.' },
})

export const createPasskeyDoc = doc(createPasskey, {
  tag,
  summary: 'Add a passkey',
  description: 'Stores the public key of a new passkey. The passkey must verify its user, by fingerprint or PIN.',
  body: {
    example: {
      name: 'Laptop',
      response: { ...credential, response: { clientDataJSON, attestationObject: 'o2NmbXRkbm9uZQ' } },
    },
  },
  responses: { 201: { description: 'Added.', example } },
  errors: {
    invalid_input: 'A value is not valid.',
    invalid_request: 'The passkey does not match the options, or they have expired.',
    conflict: 'The passkey is in use, or the user has ten already.',
  },
})

export const renamePasskeyDoc = doc(renamePasskey, {
  tag,
  summary: 'Rename a passkey',
  description: 'Only the owner sees the name. Needs no recent sign-in, because it grants no access.',
  parameters: ofPasskey,
  body: { example: { name: 'Old laptop' } },
  responses: { 200: { description: 'Renamed.', example: { ...example, name: 'Old laptop' } } },
  errors: { not_found: 'The user has no such passkey.', invalid_input: 'The name is missing or not valid.' },
})

export const deletePasskeyDoc = doc(deletePasskey, {
  tag,
  summary: 'Delete a passkey',
  description: 'The passkey can no longer be used to sign in. Sessions that it opened continue.',
  parameters: ofPasskey,
  responses: { 200: { description: 'Deleted.', example: { success: true, id: example.id } } },
  errors: { not_found: 'The user has no such passkey.' },
})

export const beginPasskeySignInDoc = doc(beginPasskeySignIn, {
  tag,
  summary: 'Options for sign-in with a passkey',
  description: 'Options for `navigator.credentials.get`.',
  responses: { 200: { description: 'The options.', example: options } },
})

export const finishPasskeySignInDoc = doc(finishPasskeySignIn, {
  tag,
  summary: 'Sign in with a passkey',
  description: 'Checks challenge, origin, signature, user verification and counter, and opens a session.',
  body: {
    example: {
      response: {
        ...credential,
        response: { clientDataJSON, authenticatorData: 'SZYN5YgOjGh0NBcP', signature: 'MEUCIQDKg2jUYFwH' },
      },
    },
  },
  responses: {
    200: {
      description: 'Signed in.',
      example: { success: true, user: exampleUser },
      headers: { 'Set-Cookie': 'The session.' },
    },
  },
  errors: {
    invalid_request: 'The passkey is unknown or does not match, or the options have expired.',
    forbidden: 'The account is disabled.',
  },
})
