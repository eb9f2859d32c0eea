import {
  endSession,
  endSessions,
  getAdminStatus,
  getCurrentUser,
  listSessions,
  readAbout,
  requestAccess,
  saveSignature,
} from './account'
import { doc } from './call-doc'
import { exampleUser } from './sign-in-example.doc'

const tag = 'Account'
const sessionId = 'q3Zt0sLxPaA1'

export const getCurrentUserDoc = doc(getCurrentUser, {
  tag,
  summary: 'Current user',
  description: 'The user of this session, read from the database for every call.',
  responses: { 200: { description: 'The user.', example: exampleUser } },
})

export const saveSignatureDoc = doc(saveSignature, {
  tag,
  summary: 'Save the signature',
  description: "What ends the caller's replies to visitors; an empty text removes it.",
  body: { example: { text: 'Ivy\nHead coach' } },
  responses: { 200: { description: 'The user.', example: exampleUser } },
  errors: { invalid_input: 'The signature is too long.' },
})

export const getAdminStatusDoc = doc(getAdminStatus, {
  tag,
  summary: 'Dashboard access',
  description: 'Whether the current user may enter the dashboard now.',
  responses: {
    200: {
      description: 'The role and rights of the user.',
      example: { isAdmin: true, role: 'admin', tables: {}, exports: [] },
    },
  },
})

export const readAboutDoc = doc(readAbout, {
  tag,
  summary: 'Running version',
  description:
    'The version of the product that runs, as in `build_info` of the metrics; `unknown` where it was built without one.',
  responses: { 200: { description: 'The version.', example: { version: 'v1.4.0' } } },
})

export const requestAccessDoc = doc(requestAccess, {
  tag,
  summary: 'Request dashboard access',
  description: 'Emails the admins that this user requests access. A repeat within a day sends no further email.',
  responses: { 200: { description: 'Requested.', example: { success: true } } },
  errors: { conflict: 'The user is an admin already.' },
})

export const listSessionsDoc = doc(listSessions, {
  tag,
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
})

export const endSessionsDoc = doc(endSessions, {
  tag,
  summary: 'End all my sessions',
  description: 'Signs the current user out everywhere, including this browser.',
  responses: { 200: { description: 'Ended.', example: { success: true } } },
})

export const endSessionDoc = doc(endSession, {
  tag,
  summary: 'End one of my sessions',
  description: 'Signs one device out. It takes effect with its next call.',
  parameters: { id: { description: 'The id from the list of sessions.', example: sessionId } },
  responses: { 200: { description: 'Ended.', example: { success: true, id: sessionId } } },
  errors: { not_found: 'The session has ended, or belongs to another user.' },
})
