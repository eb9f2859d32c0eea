import * as v from 'valibot'
import { doc, get, post, put, remove, tagged } from './call'
import { exampleUser } from './doc-parts'
import { adminStatus, currentUser, deleted, done, signature } from './users'

/** A session of the current user. `id` names it in this list only and opens nothing. `device` comes from the User-Agent. */
const sessionSummary = v.object({
  id: v.string(),
  createdAt: v.string(),
  lastSeenAt: v.string(),
  device: v.string(),
  /** Kept for the day instead of ending after 30 minutes of inactivity. */
  kept: v.boolean(),
  current: v.boolean(),
})
export type SessionSummary = v.InferOutput<typeof sessionSummary>

/** `GET /api/sessions`: the live sessions, the latest used first. */
const sessionList = v.array(sessionSummary)

export const getCurrentUser = get('getCurrentUser', '/api/users/me', {
  access: 'user',
  limit: 'read',
  response: { 200: currentUser },
})

export const saveSignature = put('saveSignature', '/api/users/me/signature', {
  access: 'user',
  limit: 'write',
  audit: { action: 'update', table: 'users', names: true },
  body: { schema: signature },
  response: { 200: currentUser },
  errors: ['invalid_input'],
})

/** Asked before a dialog opens, so that the call at its end is not refused. */
export const checkRecentSignIn = get('checkRecentSignIn', '/api/users/me/recent-sign-in', {
  access: 'user',
  stepUp: true,
  limit: 'read',
  response: { 200: done },
})

export const getAdminStatus = get('getAdminStatus', '/api/admin/status', {
  access: 'user',
  // By which a program learns what it may do.
  accounts: true,
  limit: 'read',
  response: { 200: adminStatus },
})

export const readAbout = get('readAbout', '/api/admin/about', {
  access: 'anyRight',
  limit: 'read',
  response: { 200: v.object({ version: v.string() }) },
})

export const requestAccess = post('requestAccess', '/api/admin/access-request', {
  access: 'user',
  limit: 'send',
  audit: false,
  response: { 200: done },
  errors: ['conflict'],
})

export const listSessions = get('listSessions', '/api/sessions', {
  access: 'user',
  limit: 'read',
  response: { 200: sessionList },
})

export const endSessions = remove('endSessions', '/api/sessions', {
  access: 'user',
  limit: 'write',
  audit: false,
  response: { 200: done },
})

export const endSession = remove('endSession', '/api/sessions/:id', {
  access: 'user',
  limit: 'write',
  audit: false,
  params: v.object({ id: v.string() }),
  response: { 200: deleted },
  errors: ['not_found'],
})

export const docs = () => {
  const sessionId = 'q3Zt0sLxPaA1'
  return tagged('Account', [
    doc(getCurrentUser, {
      summary: 'Current user',
      description: 'The user of this session, read from the database for every call.',
      responses: { 200: { description: 'The user.', example: exampleUser } },
    }),
    doc(saveSignature, {
      summary: 'Save the signature',
      description: "What ends the caller's replies to visitors; an empty text removes it.",
      body: { example: { text: 'Ivy\nHead coach' } },
      responses: { 200: { description: 'The user.', example: exampleUser } },
      errors: { invalid_input: 'The signature is too long.' },
    }),
    doc(checkRecentSignIn, {
      summary: 'Recent sign-in',
      description:
        'Succeeds while calls that need a recent sign-in are let in for five more minutes at least. Ask it before a person fills in a form that ends in such a call.',
      responses: { 200: { description: 'The sign-in is recent.', example: { success: true } } },
    }),
    doc(getAdminStatus, {
      summary: 'Dashboard access',
      description: 'Whether the current user may enter the dashboard now.',
      responses: {
        200: {
          description: 'The role and rights of the user.',
          example: { isAdmin: true, role: 'admin', tables: {}, exports: [] },
        },
      },
    }),
    doc(readAbout, {
      summary: 'Running version',
      description:
        'The version of the product that runs, as in `build_info` of the metrics; `unknown` where it was built without one.',
      responses: { 200: { description: 'The version.', example: { version: 'v1.4.0' } } },
    }),
    doc(requestAccess, {
      summary: 'Request dashboard access',
      description: 'Emails the admins that this user requests access. A repeat within a day sends no further email.',
      responses: { 200: { description: 'Requested.', example: { success: true } } },
      errors: { conflict: 'The user is an admin already.' },
    }),
    doc(listSessions, {
      summary: 'My sessions',
      description:
        'The active sessions of the current user, most recently used first. The id identifies a session in this list and cannot be used to sign in.',
      responses: {
        200: {
          description: 'The sessions.',
          example: [
            {
              id: sessionId,
              createdAt: '2026-05-01T10:00:00.000Z',
              lastSeenAt: '2026-05-01T10:12:00.000Z',
              device: 'Firefox on Linux',
              kept: false,
              current: true,
            },
          ],
        },
      },
    }),
    doc(endSessions, {
      summary: 'End all my sessions',
      description: 'Signs the current user out everywhere, including this browser.',
      responses: { 200: { description: 'Ended.', example: { success: true } } },
    }),
    doc(endSession, {
      summary: 'End one of my sessions',
      description: 'Signs one device out. It takes effect with its next call.',
      parameters: { id: { description: 'The id from the list of sessions.', example: sessionId } },
      responses: { 200: { description: 'Ended.', example: { success: true, id: sessionId } } },
      errors: { not_found: 'The session has ended, or belongs to another user.' },
    }),
  ])
}
