import { oauthCode, oauthProviders, oauthRedirect } from '@app/contracts/oauth'
import { sessionEnded, sessionList } from '@app/contracts/sessions'
import {
  adminStatus,
  codeCheck,
  codeRequest,
  codeRequested,
  currentUser,
  done,
  logoutRequest,
  signedIn,
} from '@app/contracts/users'
import { type Operation, pathParameter } from '../operation'

const tag = 'Signing in'
const user = {
  id: '6b0144c8eeb0df06111a9a1e',
  email: 'admin@archery.example',
  name: null,
  picture: null,
  role: 'admin',
  rights: {},
  exports: [],
  provider: 'code',
  createdAt: '2026-05-01T10:00:00.000Z',
}

/** What the auth service answers. */
export const signInOperations: Operation[] = [
  {
    method: 'post',
    path: '/api/send-otp',
    id: 'sendCode',
    tag,
    summary: 'Ask for a login code',
    description:
      'Mails a six-digit code that lives ten minutes, and sets the cookie that binds it to this browser. The answer is the same for every address, known or not, throttled or not.',
    for: 'everybody',
    body: { schema: codeRequest, example: { email: 'admin@archery.example' } },
    answers: {
      200: {
        description: 'Asked for. `resendIn` in seconds.',
        schema: codeRequested,
        example: { success: true, resendIn: 60 },
      },
    },
    fails: {
      invalid_request: 'The e-mail address is not one.',
      too_many_requests: 'Too many codes were asked for from this network.',
    },
  },
  {
    method: 'post',
    path: '/api/verify-otp',
    id: 'verifyCode',
    tag,
    summary: 'Sign in with a code',
    description:
      'Spends the code and opens a session. Every wrong case, an expired code included, gets one and the same answer.',
    for: 'everybody',
    body: { schema: codeCheck, example: { email: 'admin@archery.example', otp: '042042' } },
    answers: {
      200: {
        description: 'Signed in.',
        schema: signedIn,
        example: { success: true, user },
        headers: { 'Set-Cookie': 'The session.' },
      },
    },
    fails: {
      invalid_request: 'The code does not fit, is spent or is over.',
      too_many_requests: 'Too many tries from this network.',
    },
  },
  {
    method: 'get',
    path: '/api/oauth/providers',
    id: 'signInProviders',
    tag,
    summary: 'Ways to sign in',
    description: 'Which ways to sign in are set up beside the code.',
    for: 'everybody',
    answers: { 200: { description: 'The ways.', schema: oauthProviders, example: { google: true } } },
  },
  {
    method: 'get',
    path: '/api/oauth/google/redirect_url',
    id: 'beginGoogle',
    tag,
    summary: 'Begin to sign in with Google',
    description: 'Where to send the browser. Sets the cookie that the answer of Google has to meet again.',
    for: 'everybody',
    parameters: [
      {
        in: 'query',
        name: 'originUrl',
        description: 'The origin of the page that asks, exactly as configured.',
        schema: { type: 'string', format: 'uri' },
        example: 'https://school.example',
      },
    ],
    answers: {
      200: {
        description: 'Where to go.',
        schema: oauthRedirect,
        example: { redirectUrl: 'https://accounts.google.com/o/oauth2/v2/auth?…' },
      },
    },
    fails: {
      invalid_request: 'Signing in cannot begin from this address.',
      forbidden: 'Another site asked.',
      not_found: 'Google is not set up.',
      too_many_requests: 'Too many beginnings from this network.',
    },
  },
  {
    method: 'post',
    path: '/api/sessions',
    id: 'finishGoogle',
    tag,
    summary: 'Sign in with the code of Google',
    description: 'Exchanges what Google gave to the callback page. Works once, in the browser in which it was begun.',
    for: 'everybody',
    body: { schema: oauthCode, example: { code: '4/0AX4XfWh…', state: 'kX3…' } },
    answers: {
      200: {
        description: 'Signed in.',
        schema: signedIn,
        example: { success: true, user: { ...user, provider: 'google' } },
      },
    },
    fails: {
      invalid_request: 'The code does not fit or is spent, or it was begun elsewhere.',
      forbidden: 'The e-mail address of this account is not verified.',
      conflict: 'The e-mail address belongs to another account of the provider.',
      not_found: 'Google is not set up.',
      unavailable: 'Google does not answer.',
    },
  },
  {
    method: 'get',
    path: '/api/users/me',
    id: 'whoAmI',
    tag,
    summary: 'Who am I',
    description: 'The user of this session, read from the database at every call.',
    for: 'signed-in',
    answers: { 200: { description: 'The user.', schema: currentUser, example: user } },
  },
  {
    method: 'get',
    path: '/api/admin/status',
    id: 'amIAdmin',
    tag,
    summary: 'Am I an admin',
    description: 'Whether this user may enter the dashboard at this moment.',
    for: 'signed-in',
    answers: {
      200: {
        description: 'The right.',
        schema: adminStatus,
        example: { isAdmin: true, role: 'admin', tables: {}, exports: [] },
      },
    },
  },
  {
    method: 'post',
    path: '/api/admin/access-request',
    id: 'askForAccess',
    tag,
    summary: 'Ask for access to the dashboard',
    description:
      'Mails the admins that this user asks for the right to enter. Asked again within a day, nothing more is sent.',
    for: 'signed-in',
    answers: { 200: { description: 'Asked.', schema: done, example: { success: true } } },
    fails: { conflict: 'This user is an admin already.' },
  },
  {
    method: 'get',
    path: '/api/sessions',
    id: 'listSessions',
    tag,
    summary: 'My sessions',
    description:
      'The live sessions of this user, the latest used first. The id names one in this list and opens nothing.',
    for: 'signed-in',
    answers: {
      200: {
        description: 'The sessions.',
        schema: sessionList,
        example: [
          {
            id: 'q3Zt0sLxPaA1',
            createdAt: '2026-05-01T10:00:00.000Z',
            lastSeenAt: '2026-05-01T10:12:00.000Z',
            device: 'Firefox on Linux',
            current: true,
          },
        ],
      },
    },
  },
  {
    method: 'delete',
    path: '/api/sessions',
    id: 'endSessions',
    tag,
    summary: 'End all my sessions',
    description: 'Signs this user out everywhere, here as well.',
    for: 'signed-in',
    answers: { 200: { description: 'Ended.', schema: done, example: { success: true } } },
  },
  {
    method: 'delete',
    path: '/api/sessions/{id}',
    id: 'endSession',
    tag,
    summary: 'End one of my sessions',
    description: 'Signs one device out. It counts at its next call.',
    for: 'signed-in',
    parameters: [pathParameter('id', 'The id from the list of sessions.', 'q3Zt0sLxPaA1')],
    answers: { 200: { description: 'Ended.', schema: sessionEnded, example: { success: true, id: 'q3Zt0sLxPaA1' } } },
    fails: { not_found: 'It is over already, or it is not mine.' },
  },
  ...(['get', 'post'] as const).map(
    (method): Operation => ({
      method,
      path: '/api/logout',
      id: method === 'get' ? 'signOutByLink' : 'signOut',
      tag,
      summary: method === 'get' ? 'Sign out, from a page of ours' : 'Sign out',
      description:
        'Ends this session on the server and clears the cookie; also when there was none. Other sites cannot call it.',
      for: 'everybody',
      ...(method === 'post' && {
        body: { schema: logoutRequest, example: { everywhere: true }, optional: true as const },
      }),
      answers: { 200: { description: 'Signed out.', schema: done, example: { success: true } } },
      fails: {
        ...(method === 'post' && { invalid_request: 'The body is not one of these.' }),
        forbidden: 'Another site asked.',
      },
    }),
  ),
]
