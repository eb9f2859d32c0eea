import * as v from 'valibot'
import {
  accountDeleted,
  accountSettings,
  createdAccount,
  createdSecret,
  serviceAccount,
  serviceAccountList,
} from '../service-accounts'
import { call } from './call'
import { recordId } from './parameters'
import { adminChange, adminRead } from './policy'

const ofAccount = v.object({ id: recordId })

export const listServiceAccounts = call({
  id: 'listServiceAccounts',
  method: 'get',
  path: '/api/service-accounts',
  ...adminRead,
  response: { 200: serviceAccountList },
})

export const createServiceAccount = call({
  id: 'createServiceAccount',
  method: 'post',
  path: '/api/service-accounts',
  ...adminChange,
  audit: { action: 'account-add' },
  body: { schema: accountSettings },
  response: { 201: createdAccount },
  errors: ['invalid_input', 'conflict'],
})

export const readServiceAccount = call({
  id: 'readServiceAccount',
  method: 'get',
  path: '/api/service-accounts/:id',
  ...adminRead,
  params: ofAccount,
  response: { 200: serviceAccount },
  errors: ['not_found'],
})

export const changeServiceAccount = call({
  id: 'changeServiceAccount',
  method: 'put',
  path: '/api/service-accounts/:id',
  ...adminChange,
  audit: { action: 'account-change', record: 'id' },
  params: ofAccount,
  body: { schema: accountSettings },
  response: { 200: serviceAccount },
  errors: ['invalid_input', 'not_found', 'conflict'],
})

export const deleteServiceAccount = call({
  id: 'deleteServiceAccount',
  method: 'delete',
  path: '/api/service-accounts/:id',
  ...adminChange,
  audit: { action: 'account-remove', record: 'id' },
  params: ofAccount,
  response: { 200: accountDeleted },
  errors: ['not_found'],
})

export const addAccountSecret = call({
  id: 'addAccountSecret',
  method: 'post',
  path: '/api/service-accounts/:id/secrets',
  ...adminChange,
  audit: { action: 'secret-add', record: 'id' },
  params: ofAccount,
  response: { 201: createdSecret },
  errors: ['not_found', 'conflict'],
})

export const deleteAccountSecret = call({
  id: 'deleteAccountSecret',
  method: 'delete',
  path: '/api/service-accounts/:id/secrets/:n',
  ...adminChange,
  audit: { action: 'secret-remove', record: 'id' },
  params: v.object({ id: recordId, n: v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/)) }),
  response: { 200: serviceAccount },
  errors: ['not_found'],
})
