import * as v from 'valibot'
import { doc, get, post, put, remove, tagged } from './call'
import { exampleId, idOf } from './doc-parts'
import { emailText } from './email-text'
import { idParams, recordId } from './parameters'
import { adminChange, adminRead } from './policy'
import { accountRights, deleted, exportRights } from './users'
import { writtenLine } from './written-text'

/** Secrets an account may have at a time, so that one is replaced without an interruption. */
export const maxSecrets = 2
/** Networks that an account may be restricted to, at most. */
const maxNetworks = 20

/** A secret as it is listed; the secret itself is shown once. `n` names it in its account and is never used again. */
const accountSecret = v.object({
  n: v.number(),
  createdAt: v.string(),
  /** Noted at most once a minute; null before the first use. */
  lastUsedAt: v.nullable(v.string()),
})

/** `expired`: past its end. `ownerless`: the admin who answers for it is no active admin any more. Both are refused. */
const accountState = v.picklist(['active', 'expired', 'ownerless'])

/** A service account: a program's access to the API, with rights per table as staff have them. */
export const serviceAccount = v.object({
  id: v.string(),
  name: v.string(),
  rights: accountRights,
  exports: exportRights,
  /** Addresses and networks that it may be used from; empty for any. */
  networks: v.array(v.string()),
  expiresAt: v.nullable(v.string()),
  /** The admin who answers for it: the last who saved it. */
  owner: v.nullable(v.object({ id: v.string(), email: emailText })),
  state: accountState,
  secrets: v.array(accountSecret),
  createdAt: v.string(),
})
export type ServiceAccount = v.InferOutput<typeof serviceAccount>

/** `GET /api/service-accounts`, by name. */
const serviceAccountList = v.object({ data: v.array(serviceAccount) })

const network = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^[0-9a-fA-F:.]{2,45}(?:\/\d{1,3})?$/, 'Networks must be IP addresses, or networks such as 203.0.113.0/24'),
)

const accountSettings = v.strictObject({
  name: writtenLine('Name', 80),
  rights: accountRights,
  exports: exportRights,
  expiresAt: v.nullable(v.pipe(v.string(), v.isoTimestamp('Expiry must be an instant, such as 2027-01-31T00:00:00Z'))),
  networks: v.optional(
    v.pipe(v.array(network), v.maxLength(maxNetworks, `An account has ${maxNetworks} networks at most`)),
    [],
  ),
})
export type AccountSettings = v.InferOutput<typeof accountSettings>

/** The response of `POST /api/service-accounts`, the only one that has the secret. */
const createdAccount = v.object({ id: v.string(), secret: v.string() })
/** The response of `POST /api/service-accounts/{id}/secrets`. */
const createdSecret = v.object({ n: v.number(), secret: v.string() })

export const listServiceAccounts = get('listServiceAccounts', '/api/service-accounts', {
  ...adminRead,
  response: { 200: serviceAccountList },
})

export const createServiceAccount = post('createServiceAccount', '/api/service-accounts', {
  ...adminChange,
  audit: { action: 'account-add' },
  body: { schema: accountSettings },
  response: { 201: createdAccount },
  errors: ['invalid_input', 'conflict'],
})

export const readServiceAccount = get('readServiceAccount', '/api/service-accounts/:id', {
  ...adminRead,
  params: idParams,
  response: { 200: serviceAccount },
  errors: ['not_found'],
})

export const changeServiceAccount = put('changeServiceAccount', '/api/service-accounts/:id', {
  ...adminChange,
  audit: { action: 'account-change', record: 'id' },
  params: idParams,
  body: { schema: accountSettings },
  response: { 200: serviceAccount },
  errors: ['invalid_input', 'not_found', 'conflict'],
})

export const deleteServiceAccount = remove('deleteServiceAccount', '/api/service-accounts/:id', {
  ...adminChange,
  audit: { action: 'account-remove', record: 'id' },
  params: idParams,
  response: { 200: deleted },
  errors: ['not_found'],
})

export const addAccountSecret = post('addAccountSecret', '/api/service-accounts/:id/secrets', {
  ...adminChange,
  audit: { action: 'secret-add', record: 'id' },
  params: idParams,
  response: { 201: createdSecret },
  errors: ['not_found', 'conflict'],
})

export const deleteAccountSecret = remove('deleteAccountSecret', '/api/service-accounts/:id/secrets/:n', {
  ...adminChange,
  audit: { action: 'secret-remove', record: 'id' },
  params: v.object({ id: recordId, n: v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/)) }),
  response: { 200: serviceAccount },
  errors: ['not_found'],
})

export const docs = () => {
  const ofAccount = { id: idOf('the service account') }
  const settings = {
    name: 'Booking site',
    rights: { lessons: 'edit', students: 'view' },
    exports: ['lessons'],
    expiresAt: '2999-01-31T00:00:00.000Z',
    networks: ['203.0.113.0/24'],
  }
  const example = {
    id: exampleId,
    ...settings,
    owner: { id: '65f000000000000000000001', email: 'admin@archery.example' },
    state: 'active',
    secrets: [{ n: 1, createdAt: '2026-05-01T10:00:00.000Z', lastUsedAt: null }],
    createdAt: '2026-05-01T10:00:00.000Z',
  }
  const secret = `archery_${'0'.repeat(43)}example`.slice(0, 57)
  const notFound = 'There is no such service account.'
  const invalid = 'A value is not valid.'
  const sameName = 'Another service account has this name.'
  return tagged('Service accounts', [
    doc(listServiceAccounts, {
      summary: 'Service accounts',
      description:
        'All service accounts, by name, with the last use of each secret. Secrets themselves are never listed.',
      responses: { 200: { description: 'The accounts.', example: { data: [example] } } },
    }),
    doc(createServiceAccount, {
      summary: 'Create a service account',
      description:
        'Creates the access of a program, with rights per table as staff have them. You become its owner: the account stops when you are no active admin any more. The response is the only one that holds the secret; it is stored as a hash. Send it as `Authorization: Bearer <secret>`, without a cookie.',
      body: { example: settings },
      responses: { 201: { description: 'Created.', example: { id: exampleId, secret } } },
      errors: { invalid_input: invalid, conflict: sameName },
    }),
    doc(readServiceAccount, {
      summary: 'A service account',
      description: 'Rights, networks, expiry, owner, and the last use of each secret.',
      parameters: ofAccount,
      responses: { 200: { description: 'The account.', example } },
      errors: { not_found: notFound },
    }),
    doc(changeServiceAccount, {
      summary: 'Change a service account',
      description:
        'Replaces name, rights, networks and expiry from the next request on; you become the owner. Its secrets stay.',
      parameters: ofAccount,
      body: { example: settings },
      responses: { 200: { description: 'The account after the change.', example } },
      errors: { invalid_input: invalid, not_found: notFound, conflict: sameName },
    }),
    doc(deleteServiceAccount, {
      summary: 'Delete a service account',
      description: 'Its secrets are refused from the next request on. What it has written stays, with its name.',
      parameters: ofAccount,
      responses: { 200: { description: 'Deleted.', example: { success: true, id: exampleId } } },
      errors: { not_found: notFound },
    }),
    doc(addAccountSecret, {
      summary: 'Add a secret',
      description:
        'Adds a second secret, so that a program can be given it while the first one still works. An account has two at most.',
      parameters: ofAccount,
      responses: { 201: { description: 'Added; shown only here.', example: { n: 2, secret } } },
      errors: { not_found: notFound, conflict: 'The account has two secrets. Revoke one first.' },
    }),
    doc(deleteAccountSecret, {
      summary: 'Revoke a secret',
      description: 'The secret is refused from the next request on.',
      parameters: { ...ofAccount, n: { description: 'The number of the secret.', example: '1' } },
      responses: { 200: { description: 'The account after the change.', example: { ...example, secrets: [] } } },
      errors: { not_found: 'There is no such service account, or no such secret.' },
    }),
  ])
}
