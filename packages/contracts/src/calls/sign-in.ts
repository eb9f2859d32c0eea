import * as v from 'valibot'
import { oauthCode, oauthProviders, oauthRedirect } from '../oauth'
import { codeCheck, codeRequest, codeRequested, done, logoutRequest, signedIn } from '../users'
import { call, parameter } from './call'
import { exampleUser as user } from './sign-in-example'

const tag = 'Sign-in'

export const sendCode = call({
  method: 'post',
  path: '/api/send-otp',
  access: 'public',
  body: { schema: codeRequest, example: { email: 'admin@archery.example' } },
  response: {
    200: {
      description: 'Accepted. `resendIn` in seconds.',
      schema: codeRequested,
      example: { success: true, resendIn: 60 },
    },
  },
  errors: {
    invalid_request: 'The e-mail address is not valid.',
    too_many_requests: 'Too many codes were requested from this network.',
  },
  detail: {
    id: 'sendCode',
    tag,
    summary: 'Request a sign-in code',
    description:
      'Emails a six-digit code that is valid for ten minutes, and sets the cookie that ties it to this browser. The answer is the same for every address, known or not, throttled or not.',
  },
})

export const verifyCode = call({
  method: 'post',
  path: '/api/verify-otp',
  access: 'public',
  body: { schema: codeCheck, example: { email: 'admin@archery.example', otp: '042042', keep: true } },
  response: {
    200: {
      description: 'Signed in.',
      schema: signedIn,
      example: { success: true, user },
      headers: { 'Set-Cookie': 'The session.' },
    },
  },
  errors: {
    invalid_request: 'The code is wrong, used or expired.',
    forbidden: 'The account is disabled.',
    too_many_requests: 'Too many attempts from this network.',
  },
  detail: {
    id: 'verifyCode',
    tag,
    summary: 'Sign in with a code',
    description:
      'Uses up the code and opens a session, for twelve hours with `keep`, else until 30 minutes of inactivity. Every wrong or expired code gets the same answer.',
  },
})

export const signInProviders = call({
  method: 'get',
  path: '/api/oauth/providers',
  access: 'public',
  response: { 200: { description: 'The providers.', schema: oauthProviders, example: { google: true } } },
  detail: {
    id: 'signInProviders',
    tag,
    summary: 'Sign-in providers',
    description: 'Which providers are configured besides the code.',
  },
})

export const beginGoogle = call({
  method: 'get',
  path: '/api/oauth/google/redirect_url',
  access: 'public',
  query: v.object({
    originUrl: parameter(
      v.pipe(v.string(), v.url()),
      'The origin of the calling page, exactly as configured.',
      'https://school.example',
    ),
  }),
  response: {
    200: {
      description: 'Where to go.',
      schema: oauthRedirect,
      example: { redirectUrl: 'https://accounts.google.com/o/oauth2/v2/auth?…' },
    },
  },
  errors: {
    invalid_request: 'Sign-in cannot begin from this address.',
    forbidden: 'The call came from another site.',
    not_found: 'Google is not configured.',
    too_many_requests: 'Too many sign-ins were begun from this network.',
  },
  detail: {
    id: 'beginGoogle',
    tag,
    summary: 'Begin sign-in with Google',
    description: "Where to send the browser. Sets the cookie that Google's answer is checked against.",
  },
})

export const finishGoogle = call({
  method: 'post',
  path: '/api/sessions',
  access: 'public',
  body: { schema: oauthCode, example: { code: '4/0AX4XfWh…', state: 'kX3…' } },
  response: {
    200: {
      description: 'Signed in.',
      schema: signedIn,
      example: { success: true, user: { ...user, provider: 'google' } },
    },
  },
  errors: {
    invalid_request: 'The code is wrong or used, or sign-in was begun in another browser.',
    forbidden: 'The e-mail address of this account is not verified, or the account is disabled here.',
    address_unproven:
      'Google does not host this address. A code was emailed to it; entering it in this browser links the account.',
    conflict: 'The e-mail address belongs to another account of the provider.',
    not_found: 'Google is not configured.',
    unavailable: 'Google does not answer.',
  },
  detail: {
    id: 'finishGoogle',
    tag,
    summary: 'Finish sign-in with Google',
    description:
      'Exchanges the code that Google gave to the callback page. Works once, in the browser in which sign-in was begun.',
  },
})

const signOutDetail = {
  tag,
  description:
    'Ends this session on the server and clears the cookie; also succeeds without a session. Other sites cannot call it.',
}
const signedOut = { 200: { description: 'Signed out.', schema: done, example: { success: true } } }

export const signOutByLink = call({
  method: 'get',
  path: '/api/logout',
  access: 'public',
  response: signedOut,
  errors: { forbidden: 'The call came from another site.' },
  detail: { id: 'signOutByLink', summary: 'Sign out by link', ...signOutDetail },
})

export const signOut = call({
  method: 'post',
  path: '/api/logout',
  access: 'public',
  body: { schema: logoutRequest, example: { everywhere: true }, optional: true },
  response: signedOut,
  errors: { invalid_request: 'The body is not valid.', forbidden: 'The call came from another site.' },
  detail: { id: 'signOut', summary: 'Sign out', ...signOutDetail },
})
