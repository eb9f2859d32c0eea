import { doc } from './call-doc'
import { beginGoogle, finishGoogle, sendCode, signInProviders, signOut, signOutByLink, verifyCode } from './sign-in'
import { exampleUser as user } from './sign-in-example.doc'

const tag = 'Sign-in'

export const sendCodeDoc = doc(sendCode, {
  tag,
  summary: 'Request a sign-in code',
  description:
    'Emails a six-digit code that is valid for ten minutes, and sets the cookie that ties it to this browser. The response is the same for every address, known or not, throttled or not.',
  body: { example: { email: 'admin@archery.example' } },
  responses: { 200: { description: 'Accepted. `resendIn` in seconds.', example: { success: true, resendIn: 60 } } },
  errors: { invalid_request: 'The email address is not valid.' },
})

export const verifyCodeDoc = doc(verifyCode, {
  tag,
  summary: 'Sign in with a code',
  description:
    'Uses up the code and opens a session: for twelve hours with `keep`, otherwise until 30 minutes of inactivity. The response is the same for every wrong or expired code.',
  body: { example: { email: 'admin@archery.example', otp: '042042', keep: true } },
  responses: {
    200: { description: 'Signed in.', example: { success: true, user }, headers: { 'Set-Cookie': 'The session.' } },
  },
  errors: { invalid_request: 'The code is wrong, used or expired.', forbidden: 'The account is disabled.' },
})

export const signInProvidersDoc = doc(signInProviders, {
  tag,
  summary: 'Sign-in providers',
  description: 'Which providers are configured in addition to the code.',
  responses: { 200: { description: 'The providers.', example: { google: true } } },
})

export const beginGoogleDoc = doc(beginGoogle, {
  tag,
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
})

export const finishGoogleDoc = doc(finishGoogle, {
  tag,
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
})

const signOutDescription =
  'Ends this session on the server and clears the cookie; also succeeds without a session. Other sites cannot call it.'
const signedOut = { 200: { description: 'Signed out.', example: { success: true } } }

export const signOutByLinkDoc = doc(signOutByLink, {
  tag,
  summary: 'Sign out by link',
  description: signOutDescription,
  responses: signedOut,
})

export const signOutDoc = doc(signOut, {
  tag,
  summary: 'Sign out',
  description: signOutDescription,
  body: { example: { everywhere: true } },
  responses: signedOut,
  errors: { invalid_request: 'The body is not valid.' },
})
