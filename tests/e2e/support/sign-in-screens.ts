import type { Page } from '@playwright/test'
import type { Answer } from './api'
import { adminEmail } from './sample-people'
import { admin, away, type Screen, seen, user } from './screens'

const google = { '/api/oauth/providers': [200, { google: true }] } satisfies Record<string, Answer>
const codeSent = { ...google, '/api/send-otp': [200, { success: true, resendIn: 60 }] } satisfies Record<string, Answer>
const providerGone = { ...google, '/api/oauth/google/redirect_url': away } satisfies Record<string, Answer>
const signedOut: Answer = [401, { error: 'Please sign in.', code: 'not_signed_in' }]
const denied = {
  ...admin,
  '/api/admin/status': [200, { isAdmin: false, role: 'user', tables: {}, exports: [] }],
} satisfies Record<string, Answer>
const request = '/api/admin/access-request'

async function askForCode(page: Page) {
  await page.getByLabel('Email Address').fill(adminEmail)
  await page.getByRole('button', { name: 'Send Login Code' }).click()
  await page.locator('#otp').waitFor()
}
const click = (name: string, text: string) => async (page: Page) => {
  await page.getByRole('button', { name }).click()
  await seen(text)(page)
}
const pending = { state: 'y', returnUrl: '/admin', sameTab: true }
const blockPopups = 'window.open = () => null'

const session = { createdAt: '2026-01-01T10:00:00Z', lastSeenAt: '2026-01-02T11:30:00Z', kept: false }
const sessions: Answer = [
  200,
  [
    { ...session, id: 'a', device: 'Firefox on Linux', current: true },
    { ...session, id: 'b', device: 'A browser of a rather long name 123.45 on an operating system', current: false },
  ],
]
const feeds: Answer = [
  200,
  [{ id: 'f1', table: 'lessons', createdAt: '2026-01-01T10:00:00Z', lastReadAt: '2026-01-02T11:30:00Z' }],
]
const owner = { id: user.id, email: user.email }
const made = { owner, createdAt: session.createdAt, state: 'active' }
const programs = {
  '/api/service-accounts': [
    200,
    {
      data: [
        {
          ...made,
          id: 'a1',
          name: 'Booking site',
          rights: {},
          exports: [],
          networks: [],
          expiresAt: null,
          secrets: [],
        },
      ],
    },
  ],
  '/api/webhooks': [
    200,
    {
      data: [
        {
          ...{
            ...made,
            id: 'w1',
            url: 'https://a-host-with-a-rather-long-name.booking.example/hooks/of/the/school/in',
          },
          ...{ types: [], tables: [], reason: null, failingSince: null, formerSecretUntil: null },
        },
      ],
    },
  ],
  '/api/incoming-hooks': [200, { data: [] }],
} satisfies Record<string, Answer>
const own = {
  '/api/users/me': [200, user],
  '/api/sessions': sessions,
  '/api/calendar/feeds': feeds,
  ...programs,
} satisfies Record<string, Answer>

/** The sign-in screens in each of their states. */
export const signInScreens: Screen[] = [
  { name: 'login, address', path: '/login', api: google, reach: seen('Continue with Google') },
  {
    name: 'login, without Google',
    path: '/login',
    api: { '/api/oauth/providers': [200, { google: false }] },
    reach: async (page) => {
      await page.getByRole('button', { name: 'Send Login Code' }).waitFor()
      await page.getByText('Or use email').waitFor({ state: 'detached' })
    },
  },
  {
    name: 'login, popup open',
    path: '/login',
    api: { ...google, '/api/oauth/google/redirect_url': 'hang' },
    reach: click('Continue with Google', 'Finish signing in in the new window.'),
  },
  {
    name: 'login, popup blocked',
    path: '/login',
    api: google,
    reach: async (page) => {
      await page.evaluate(blockPopups)
      await click('Continue with Google', 'Continue with Google in this tab')(page)
    },
  },
  {
    name: 'login, provider away',
    path: '/login',
    api: providerGone,
    faults: /503/,
    reach: click('Continue with Google', 'Failed to get login redirect URL: API responded with HTTP status 503'),
  },
  {
    name: 'login, too many requests',
    path: '/login',
    api: { ...google, '/api/send-otp': [429, { error: 'Too many attempts.', code: 'too_many_requests' }] },
    faults: /429/,
    reach: async (page) => {
      await page.getByLabel('Email Address').fill(adminEmail)
      await click('Send Login Code', 'Too many attempts.')(page)
    },
  },
  {
    name: 'login, code',
    path: '/login',
    api: { ...codeSent, '/api/verify-otp': [400, { error: 'Invalid or expired code', code: 'invalid_request' }] },
    faults: /400/,
    reach: askForCode,
    next: [
      {
        name: 'login, code refused',
        reach: async (page) => {
          await page.locator('#otp').fill('123456')
          await click('Verify & Login', 'Invalid or expired code')(page)
        },
      },
    ],
  },
  {
    name: 'callback, waiting',
    path: '/login',
    api: { ...google, '/api/sessions': 'hang' },
    reach: async (page) => {
      await page.evaluate(`sessionStorage.setItem('pending_login', '${JSON.stringify(pending)}')`)
      await page.goto('/auth/callback?code=x&state=y')
      await seen('Please wait while we sign you in...')(page)
    },
  },
  {
    name: 'callback, nothing came',
    path: '/auth/callback',
    reach: seen('No OAuth code or error found in URL parameters'),
  },
  { name: 'callback, refused', path: '/auth/callback?error=x', reach: seen('OAuth authorization failed') },
  { name: 'callback, expired', path: '/auth/callback?code=x&state=y', reach: seen('This sign-in has expired') },
  { name: 'guard, checking', path: '/admin', api: { '/api/users/me': 'hang' }, reach: seen('Checking permissions...') },
  {
    name: 'guard, check failed',
    path: '/admin',
    api: { ...admin, '/api/admin/status': away },
    faults: /503/,
    reach: seen('Retry'),
  },
  {
    name: 'guard, denied',
    path: '/admin',
    api: { ...denied, [request]: [200, { success: true }] },
    reach: seen(`Logged in as: ${adminEmail}`),
    next: [{ name: 'guard, access asked for', reach: click('Request access', 'Your request has been sent') }],
  },
  {
    name: 'guard, access could not be asked for',
    path: '/admin',
    api: { ...denied, [request]: away },
    faults: /503/,
    reach: click('Request access', 'The service is busy. Please try again shortly.'),
  },
  {
    name: 'account menu',
    path: '/admin?table=lesson_plans',
    api: admin,
    reach: click(`Account ${adminEmail}`, 'Account and passkeys'),
  },
  {
    name: 'session ended under the page',
    path: '/admin',
    api: { ...admin, ...google, '/api/tables/contact_submissions': signedOut },
    faults: /401/,
    reach: seen('Your session has ended.'),
  },
  {
    name: 'account removed under the page',
    path: '/admin',
    api: {
      ...admin,
      '/api/tables/contact_submissions': [401, { error: 'Please sign in.', code: 'not_signed_in', account: 'removed' }],
    },
    faults: /401/,
    reach: seen('Your account was removed'),
  },
  {
    name: 'sessions',
    path: '/admin/sessions',
    api: own,
    reach: seen('Booking site'),
    next: [{ name: 'sessions, log out everywhere', reach: click('Log out everywhere', 'Log out everywhere?') }],
  },
  {
    name: 'sessions, loading',
    path: '/admin/sessions',
    api: { ...own, '/api/sessions': 'hang' },
    reach: seen('Loading'),
  },
  {
    name: 'sessions, none',
    path: '/admin/sessions',
    api: { ...own, '/api/sessions': [200, []] },
    reach: seen('No sessions'),
  },
  {
    name: 'sessions, error',
    path: '/admin/sessions',
    api: { ...own, '/api/sessions': away },
    faults: /503/,
    reach: seen('Try again'),
  },
]
