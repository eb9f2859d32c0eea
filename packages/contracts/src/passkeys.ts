import * as v from 'valibot'
import { doc, get, post, put, remove, tagged } from './call'
import { exampleUser } from './doc-parts'
import { deleted, keepSignedIn, signedIn } from './users'
import { writtenLine } from './written-text'

/** A passkey as its owner sees it. `synced`: a password manager keeps a copy. Instants are ISO 8601 UTC. */
export const passkey = v.object({
  id: v.string(),
  name: v.string(),
  createdAt: v.string(),
  lastUsedAt: v.nullable(v.string()),
  synced: v.boolean(),
})
export type Passkey = v.InferOutput<typeof passkey>
const base64url = (maxLength: number) =>
  v.pipe(v.string(), v.maxLength(maxLength), v.regex(/^[A-Za-z0-9_-]+$/, 'must be base64url'))
const credentialId = base64url(1_400)
const extensions = v.looseObject({})
const credential = {
  id: credentialId,
  rawId: credentialId,
  type: v.literal('public-key'),
  authenticatorAttachment: v.optional(v.nullable(v.picklist(['platform', 'cross-platform']))),
  clientExtensionResults: extensions,
}

/** Options for WebAuthn in the browser; made and read by @simplewebauthn. */
const passkeyOptions = v.looseObject({ challenge: v.string() })

/** `POST /api/passkeys`: the answer of `navigator.credentials.create`, as JSON. */
const newPasskey = v.strictObject({
  name: writtenLine('Name', 60),
  response: v.looseObject({
    ...credential,
    response: v.looseObject({
      clientDataJSON: base64url(4_096),
      attestationObject: base64url(8_192),
      transports: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(32))), v.maxLength(10))),
    }),
  }),
})
export type NewPasskey = v.InferOutput<typeof newPasskey>

/** `POST /api/passkeys/sign-in`: the answer of `navigator.credentials.get`, as JSON. */
const passkeySignIn = v.strictObject({
  keep: keepSignedIn,
  response: v.looseObject({
    ...credential,
    response: v.looseObject({
      clientDataJSON: base64url(4_096),
      authenticatorData: base64url(4_096),
      signature: base64url(2_048),
      userHandle: v.optional(v.nullable(base64url(128))),
    }),
  }),
})
export type PasskeySignIn = v.InferOutput<typeof passkeySignIn>

const ofPasskey = v.object({ id: v.pipe(v.string(), v.maxLength(1_400)) })

export const listPasskeys = get('listPasskeys', '/api/passkeys', {
  access: 'user',
  limit: 'read',
  response: { 200: v.array(passkey) },
})

export const beginPasskey = post('beginPasskey', '/api/passkeys/options', {
  access: 'user',
  stepUp: true,
  limit: 'write',
  audit: false,
  response: { 200: passkeyOptions },
  errors: ['conflict'],
})

export const createPasskey = post('createPasskey', '/api/passkeys', {
  access: 'user',
  stepUp: true,
  limit: 'write',
  audit: { action: 'passkey-add' },
  body: { schema: newPasskey },
  response: { 201: passkey },
  errors: ['invalid_input', 'invalid_request', 'conflict'],
})

export const renamePasskey = put('renamePasskey', '/api/passkeys/:id', {
  access: 'user',
  limit: 'write',
  audit: false,
  params: ofPasskey,
  body: { schema: v.strictObject({ name: writtenLine('Name', 60) }) },
  response: { 200: passkey },
  errors: ['not_found', 'invalid_input'],
})

export const deletePasskey = remove('deletePasskey', '/api/passkeys/:id', {
  access: 'user',
  stepUp: true,
  limit: 'write',
  audit: { action: 'passkey-remove' },
  params: ofPasskey,
  response: { 200: deleted },
  errors: ['not_found'],
})

export const beginPasskeySignIn = post('beginPasskeySignIn', '/api/passkeys/sign-in/options', {
  access: 'public',
  limit: 'providerLogin',
  audit: false,
  response: { 200: passkeyOptions },
})

export const finishPasskeySignIn = post('finishPasskeySignIn', '/api/passkeys/sign-in', {
  access: 'public',
  limit: 'codeCheck',
  audit: { action: 'sign-in', by: 'action' },
  body: { schema: passkeySignIn },
  response: { 200: signedIn },
  errors: ['invalid_request', 'forbidden'],
})

export const docs = () => {
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
  return tagged('Passkeys', [
    doc(listPasskeys, {
      summary: 'My passkeys',
      description: 'The passkeys of the current user, newest first.',
      responses: { 200: { description: 'The passkeys.', example: [example] } },
    }),
    doc(beginPasskey, {
      summary: 'Options for a new passkey',
      description: 'Options for `navigator.credentials.create`.',
      responses: { 200: { description: 'The options.', example: options } },
      errors: { conflict: 'The user has ten passkeys already.' },
    }),
    doc(createPasskey, {
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
    }),
    doc(renamePasskey, {
      summary: 'Rename a passkey',
      description: 'Only the owner sees the name. Needs no recent sign-in, because it grants no access.',
      parameters: ofPasskey,
      body: { example: { name: 'Old laptop' } },
      responses: { 200: { description: 'Renamed.', example: { ...example, name: 'Old laptop' } } },
      errors: { not_found: 'The user has no such passkey.', invalid_input: 'The name is missing or not valid.' },
    }),
    doc(deletePasskey, {
      summary: 'Delete a passkey',
      description: 'The passkey can no longer be used to sign in. Sessions that it opened continue.',
      parameters: ofPasskey,
      responses: { 200: { description: 'Deleted.', example: { success: true, id: example.id } } },
      errors: { not_found: 'The user has no such passkey.' },
    }),
    doc(beginPasskeySignIn, {
      summary: 'Options for sign-in with a passkey',
      description: 'Options for `navigator.credentials.get`.',
      responses: { 200: { description: 'The options.', example: options } },
    }),
    doc(finishPasskeySignIn, {
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
    }),
  ])
}
