import * as v from 'valibot'
import { sessionEnded, sessionList } from '../sessions'
import { adminStatus, currentUser, done } from '../users'
import { call, parameter } from './call'
import { exampleUser } from './sign-in-example'

const tag = 'Account'

export const getCurrentUser = call({
  method: 'get',
  path: '/api/users/me',
  access: 'signed-in',
  response: {
    200: {
      description: 'The user.',
      schema: currentUser,
      example: exampleUser,
    },
  },
  detail: {
    id: 'getCurrentUser',
    tag,
    summary: 'Current user',
    description: 'The user of this session, read from the database for every call.',
  },
})

export const getAdminStatus = call({
  method: 'get',
  path: '/api/admin/status',
  access: 'signed-in',
  response: {
    200: {
      description: 'The right.',
      schema: adminStatus,
      example: { isAdmin: true, role: 'admin', tables: {}, exports: [] },
    },
  },
  detail: {
    id: 'getAdminStatus',
    tag,
    summary: 'Dashboard access',
    description: 'Whether the current user may enter the dashboard now.',
  },
})

export const requestAccess = call({
  method: 'post',
  path: '/api/admin/access-request',
  access: 'signed-in',
  response: { 200: { description: 'Requested.', schema: done, example: { success: true } } },
  errors: { conflict: 'The user is an admin already.' },
  detail: {
    id: 'requestAccess',
    tag,
    summary: 'Request dashboard access',
    description: 'Emails the admins that this user requests access. A repeat within a day sends nothing more.',
  },
})

export const listSessions = call({
  method: 'get',
  path: '/api/sessions',
  access: 'signed-in',
  response: {
    200: {
      description: 'The sessions.',
      schema: sessionList,
      example: [
        {
          id: 'q3Zt0sLxPaA1',
          createdAt: '2026-05-01T10:00:00.000Z',
          lastSeenAt: '2026-05-01T10:12:00.000Z',
          device: 'Firefox on Linux',
          kept: false,
          current: true,
        },
      ],
    },
  },
  detail: {
    id: 'listSessions',
    tag,
    summary: 'My sessions',
    description:
      'The active sessions of the current user, most recently used first. The id identifies a session in this list and cannot be used to sign in.',
  },
})

export const endSessions = call({
  method: 'delete',
  path: '/api/sessions',
  access: 'signed-in',
  response: { 200: { description: 'Ended.', schema: done, example: { success: true } } },
  detail: {
    id: 'endSessions',
    tag,
    summary: 'End all my sessions',
    description: 'Signs the current user out everywhere, this browser included.',
  },
})

export const endSession = call({
  method: 'delete',
  path: '/api/sessions/:id',
  access: 'signed-in',
  params: v.object({ id: parameter(v.string(), 'The id from the list of sessions.', 'q3Zt0sLxPaA1') }),
  response: {
    200: { description: 'Ended.', schema: sessionEnded, example: { success: true, id: 'q3Zt0sLxPaA1' } },
  },
  errors: { not_found: 'The session has ended, or belongs to another user.' },
  detail: {
    id: 'endSession',
    tag,
    summary: 'End one of my sessions',
    description: 'Signs one device out. It takes effect with its next call.',
  },
})
