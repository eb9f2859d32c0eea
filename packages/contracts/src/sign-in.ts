import * as v from 'valibot'
import { doc, get, post, tagged } from './call'
import { exampleUser as user } from './doc-parts'
import { emailText } from './email-text'
import { done, keepSignedIn, signedIn } from './users'

/** `GET /api/oauth/providers`: the configured sign-in methods other than the code. */
const oauthProviders = v.object({ google: v.boolean() })

/** `GET /api/oauth/google/redirect_url?originUrl=`: where to send the popup. */
const oauthRedirect = v.object({ redirectUrl: v.string() })

/** `POST /api/sessions`: what the provider sent to `/auth/callback`. `state` must match when it is sent. */
const oauthCode = v.strictObject({
  code: v.pipe(v.string(), v.minLength(1), v.maxLength(2_048)),
  state: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(512))),
  keep: keepSignedIn,
})

export const sendCode = post('sendCode', '/api/send-otp', {
  access: 'public',
  limit: 'codeSend',
  audit: false,
  body: { schema: v.strictObject({ email: emailText }) },
  // In seconds.
  response: { 200: v.object({ success: v.literal(true), resendIn: v.number() }) },
  errors: ['invalid_request'],
})

export const verifyCode = post('verifyCode', '/api/verify-otp', {
  access: 'public',
  limit: 'codeCheck',
  audit: { action: 'sign-in', by: 'action' },
  // Blanks in the code do not count.
  body: { schema: v.strictObject({ email: emailText, otp: v.string(), keep: keepSignedIn }) },
  response: { 200: signedIn },
  errors: ['invalid_request', 'forbidden'],
})

export const signInProviders = get('signInProviders', '/api/oauth/providers', {
  access: 'public',
  limit: 'read',
  response: { 200: oauthProviders },
})

export const beginGoogle = get('beginGoogle', '/api/oauth/google/redirect_url', {
  access: 'public',
  limit: 'providerLogin',
  origin: 'same',
  query: v.object({ originUrl: v.pipe(v.string(), v.url()) }),
  response: { 200: oauthRedirect },
  errors: ['invalid_request', 'not_found'],
})

export const finishGoogle = post('finishGoogle', '/api/sessions', {
  access: 'public',
  limit: 'codeCheck',
  audit: { action: 'sign-in', by: 'action' },
  body: { schema: oauthCode },
  response: { 200: signedIn },
  errors: ['invalid_request', 'forbidden', 'address_unproven', 'conflict', 'not_found', 'unavailable'],
})

export const signOutByLink = get('signOutByLink', '/api/logout', {
  access: 'public',
  limit: 'write',
  origin: 'same',
  response: { 200: done },
})

export const signOut = post('signOut', '/api/logout', {
  access: 'public',
  limit: 'write',
  audit: false,
  body: {
    schema: v.optional(v.strictObject({ everywhere: v.optional(v.boolean(), false) }), {}),
    optional: true,
  },
  response: { 200: done },
  errors: ['invalid_request'],
})

export const docs = () => {
  const signOutDescription =
    'Ends this session on the server and clears the cookie; also succeeds without a session. Other sites cannot call it.'
  const signedOut = { 200: { description: 'Signed out.', example: { success: true } } }
  return tagged('Sign-in', [
    doc(sendCode, {
      summary: 'Request a sign-in code',
      description:
        'Emails a six-digit code that is valid for ten minutes, and sets the cookie that ties it to this browser. The response is the same for every address, known or not, throttled or not.',
      body: { example: { email: 'admin@archery.example' } },
      responses: { 200: { description: 'Accepted. `resendIn` in seconds.', example: { success: true, resendIn: 60 } } },
      errors: { invalid_request: 'The email address is not valid.' },
    }),
    doc(verifyCode, {
      summary: 'Sign in with a code',
      description:
        'Uses up the code and opens a session: for twelve hours with `keep`, otherwise until 30 minutes of inactivity. The response is the same for every wrong or expired code.',
      body: { example: { email: 'admin@archery.example', otp: '042042', keep: true } },
      responses: {
        200: { description: 'Signed in.', example: { success: true, user }, headers: { 'Set-Cookie': 'The session.' } },
      },
      errors: { invalid_request: 'The code is wrong, used or expired.', forbidden: 'The account is disabled.' },
    }),
    doc(signInProviders, {
      summary: 'Sign-in providers',
      description: 'Which providers are configured in addition to the code.',
      responses: { 200: { description: 'The providers.', example: { google: true } } },
    }),
    doc(beginGoogle, {
      summary: 'Begin sign-in with Google',
      description: "Where to send the browser. Sets the cookie that Google's response is checked against.",
      parameters: {
        originUrl: {
          description: 'The origin of the calling page, exactly as configured.',
          example: 'https://school.example',
        },
      },
      responses: {
        200: {
          description: 'Where to go.',
          example: { redirectUrl: 'https://accounts.google.com/o/oauth2/v2/auth?…' },
        },
      },
      errors: {
        invalid_request: 'Sign-in cannot begin from this address.',
        not_found: 'Google is not configured.',
      },
    }),
    doc(finishGoogle, {
      summary: 'Finish sign-in with Google',
      description:
        'Exchanges the code that Google gave to the callback page. Works once, in the browser in which sign-in was begun.',
      body: { example: { code: '4/0AX4XfWh…', state: 'kX3…' } },
      responses: {
        200: { description: 'Signed in.', example: { success: true, user: { ...user, provider: 'google' } } },
      },
      errors: {
        invalid_request: 'The code is wrong or used, or sign-in was begun in another browser.',
        forbidden: 'The email address of this account is not verified, or the account is disabled here.',
        address_unproven:
          'Google does not host this address. A code was emailed to it; entering it in this browser links the account.',
        conflict: 'The email address belongs to another account of the provider.',
        not_found: 'Google is not configured.',
        unavailable: 'Google does not respond.',
      },
    }),
    doc(signOutByLink, {
      summary: 'Sign out by link',
      description: signOutDescription,
      responses: signedOut,
    }),
    doc(signOut, {
      summary: 'Sign out',
      description: signOutDescription,
      body: { example: { everywhere: true } },
      responses: signedOut,
      errors: { invalid_request: 'The body is not valid.' },
    }),
  ])
}
