import { doc } from './call-doc'
import { exampleId, idOf } from './parameters.doc'
import {
  addAccountSecret,
  changeServiceAccount,
  createServiceAccount,
  deleteAccountSecret,
  deleteServiceAccount,
  listServiceAccounts,
  readServiceAccount,
} from './service-accounts'

const tag = 'Service accounts'
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

export const listServiceAccountsDoc = doc(listServiceAccounts, {
  tag,
  summary: 'Service accounts',
  description: 'All service accounts, by name, with the last use of each secret. Secrets themselves are never listed.',
  responses: { 200: { description: 'The accounts.', example: { data: [example] } } },
})

export const createServiceAccountDoc = doc(createServiceAccount, {
  tag,
  summary: 'Create a service account',
  description:
    'Creates the access of a program, with rights per table as staff have them. You become its owner: the account stops when you are no active admin any more. The response is the only one that holds the secret; it is stored as a hash. Send it as `Authorization: Bearer <secret>`, without a cookie.',
  body: { example: settings },
  responses: { 201: { description: 'Created.', example: { id: exampleId, secret } } },
  errors: { invalid_input: invalid, conflict: sameName },
})

export const readServiceAccountDoc = doc(readServiceAccount, {
  tag,
  summary: 'A service account',
  description: 'Rights, networks, expiry, owner, and the last use of each secret.',
  parameters: ofAccount,
  responses: { 200: { description: 'The account.', example } },
  errors: { not_found: notFound },
})

export const changeServiceAccountDoc = doc(changeServiceAccount, {
  tag,
  summary: 'Change a service account',
  description:
    'Replaces name, rights, networks and expiry from the next request on; you become the owner. Its secrets stay.',
  parameters: ofAccount,
  body: { example: settings },
  responses: { 200: { description: 'The account after the change.', example } },
  errors: { invalid_input: invalid, not_found: notFound, conflict: sameName },
})

export const deleteServiceAccountDoc = doc(deleteServiceAccount, {
  tag,
  summary: 'Delete a service account',
  description: 'Its secrets are refused from the next request on. What it has written stays, with its name.',
  parameters: ofAccount,
  responses: { 200: { description: 'Deleted.', example: { success: true, id: exampleId } } },
  errors: { not_found: notFound },
})

export const addAccountSecretDoc = doc(addAccountSecret, {
  tag,
  summary: 'Add a secret',
  description:
    'Adds a second secret, so that a program can be given it while the first one still works. An account has two at most.',
  parameters: ofAccount,
  responses: { 201: { description: 'Added; shown only here.', example: { n: 2, secret } } },
  errors: { not_found: notFound, conflict: 'The account has two secrets. Revoke one first.' },
})

export const deleteAccountSecretDoc = doc(deleteAccountSecret, {
  tag,
  summary: 'Revoke a secret',
  description: 'The secret is refused from the next request on.',
  parameters: { ...ofAccount, n: { description: 'The number of the secret.', example: '1' } },
  responses: { 200: { description: 'The account after the change.', example: { ...example, secrets: [] } } },
  errors: { not_found: 'There is no such service account, or no such secret.' },
})
