import * as v from 'valibot'
import { sessionEnded, sessionList } from '../sessions'
import { about, adminStatus, currentUser, done, signature } from '../users'
import { call } from './call'

export const getCurrentUser = call({
  id: 'getCurrentUser',
  method: 'get',
  path: '/api/users/me',
  access: 'user',
  limit: 'read',
  response: { 200: currentUser },
})

export const saveSignature = call({
  id: 'saveSignature',
  method: 'put',
  path: '/api/users/me/signature',
  access: 'user',
  limit: 'write',
  audit: { action: 'update', table: 'users', names: true },
  body: { schema: signature },
  response: { 200: currentUser },
  errors: ['invalid_input'],
})

export const getAdminStatus = call({
  id: 'getAdminStatus',
  method: 'get',
  path: '/api/admin/status',
  access: 'user',
  // By which a program learns what it may do.
  accounts: true,
  limit: 'read',
  response: { 200: adminStatus },
})

export const readAbout = call({
  id: 'readAbout',
  method: 'get',
  path: '/api/admin/about',
  access: 'anyRight',
  limit: 'read',
  response: { 200: about },
})

export const requestAccess = call({
  id: 'requestAccess',
  method: 'post',
  path: '/api/admin/access-request',
  access: 'user',
  limit: 'send',
  audit: false,
  response: { 200: done },
  errors: ['conflict'],
})

export const listSessions = call({
  id: 'listSessions',
  method: 'get',
  path: '/api/sessions',
  access: 'user',
  limit: 'read',
  response: { 200: sessionList },
})

export const endSessions = call({
  id: 'endSessions',
  method: 'delete',
  path: '/api/sessions',
  access: 'user',
  limit: 'write',
  audit: false,
  response: { 200: done },
})

export const endSession = call({
  id: 'endSession',
  method: 'delete',
  path: '/api/sessions/:id',
  access: 'user',
  limit: 'write',
  audit: false,
  params: v.object({ id: v.string() }),
  response: { 200: sessionEnded },
  errors: ['not_found'],
})
