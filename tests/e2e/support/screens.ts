import contactForm from '@app/contracts/contact-form.json'
import type { CurrentUser } from '@app/contracts/users'
import type { Page } from '@playwright/test'
import { type Answer, siteContent } from './api'
import { fillContact, sendContact } from './contact'
import { adminEmail } from './sample-people'

export type Screen = {
  name: string
  path: string
  api?: Record<string, Answer>
  /** What the browser itself reports about the answers above. */
  faults?: RegExp
  reach?: (page: Page) => Promise<void>
  /** Screens that are reached from this one without loading the page again, one from the other, each at the width of a desktop. */
  next?: readonly { name: string; reach: (page: Page) => Promise<void> }[]
}

const submit = '/api/forms/submit'
const send = async (page: Page) => {
  await fillContact(page)
  await sendContact(page)
}
export const seen = (text: string) => async (page: Page) => page.getByText(text).first().waitFor()
const sendAndSee = (text: string) => async (page: Page) => {
  await send(page)
  await seen(text)(page)
}

export const user: CurrentUser = {
  id: '65f000000000000000000001',
  email: adminEmail,
  name: null,
  picture: null,
  role: 'admin',
  rights: {},
  exports: [],
  provider: 'code',
  createdAt: '2026-01-01T00:00:00Z',
}
const schemas = [
  { ...contactForm, name: 'contact_submissions', title: 'Contact Submissions', description: 'Inquiries.' },
  { name: 'lesson_plans', properties: { day: { type: 'string', format: 'date' } } },
]
const data = Array.from({ length: 6 }, (_, at) => ({
  id: String(at).padStart(24, '0'),
  name: 'Wilhelmina Featherstonehaugh-Cholmondeley',
  email: `a.rather.long.address.of.a.visitor.${at}@visitor.example`,
  interest: 'Corporate Event',
  message: 'A long message that is cut at the end of its cell, since a table shows the beginning only.',
}))
export const admin: Record<string, Answer> = {
  '/api/users/me': [200, user],
  '/api/admin/status': [200, { isAdmin: true, role: 'admin', tables: {}, exports: [] }],
  '/api/admin/schemas': [200, schemas],
  '/api/tables/contact_submissions': [200, { data, page: 1, limit: 50, total: 120, totalPages: 3 }],
  '/api/forms/submissions/counters': [200, { new: 3, inProgress: 1, overdue: 1, dueSoon: 1, spam: 2, failed: 1 }],
  '/api/forms/mailings/allowance': [200, { left: 200, limit: 200, of: 'person', growsAt: null }],
  '/api/tables/lesson_plans': [200, { data: [], page: 1, limit: 50, total: 0, totalPages: 0 }],
}
export const away: Answer = [503, { error: 'The service is busy. Please try again shortly.', code: 'unavailable' }]

const announced = (kind: string, text: string) => ({ id: kind, kind, text, startsAt: null, endsAt: null })
const news = siteContent([
  announced('info', 'Parking is behind the barn.'),
  announced('special', `Bow building weekend. ${'Two days and one bow of your own. '.repeat(6)}`),
  announced('closed', 'Closed for rain today. Booked lessons move to next week.'),
])

/** The public screens and the dashboard in each of their states. */
export const screens: Screen[] = [
  {
    name: 'home',
    path: '/',
    next: [
      {
        name: 'home, menu open',
        reach: async (page) => {
          await page.setViewportSize({ width: 390, height: 800 })
          await page.getByRole('button', { name: 'Open menu' }).click()
        },
      },
      {
        name: 'contact, fields at fault',
        reach: async (page) => {
          await sendContact(page)
          await seen('Message is required')(page)
        },
      },
    ],
  },
  {
    name: 'home, something announced',
    path: '/',
    api: { '/api/site': news },
    reach: seen('Closed for rain'),
    next: [
      {
        name: 'home, all that is announced',
        reach: async (page) => page.getByRole('button', { name: 'Show all' }).click(),
      },
    ],
  },
  { name: 'contact, submitting', path: '/', api: { [submit]: 'hang' }, reach: sendAndSee('Sending your message...') },
  {
    name: 'contact, success',
    path: '/',
    api: { [submit]: [200, { success: true, message: 'Thank you.', id: 'x' }] },
    reach: sendAndSee('Send another message'),
  },
  {
    name: 'contact, duplicate',
    path: '/',
    api: { [submit]: [409, { success: false, error: 'Already submitted.', code: 'duplicate' }] },
    faults: /409/,
    reach: sendAndSee('Message Already Received'),
  },
  { name: 'contact, error', path: '/', api: { [submit]: away }, faults: /503/, reach: sendAndSee('Submission Error') },
  {
    name: 'dashboard, loading',
    path: '/admin',
    api: { ...admin, '/api/admin/schemas': 'hang' },
    reach: seen('Discovering database schemas...'),
  },
  {
    name: 'dashboard, error',
    path: '/admin',
    api: { ...admin, '/api/admin/schemas': away },
    faults: /503/,
    reach: seen('Dashboard Error'),
  },
  {
    name: 'dashboard, no schemas',
    path: '/admin',
    api: { ...admin, '/api/admin/schemas': [200, []] },
    reach: seen('No Schemas Found'),
  },
  { name: 'table, a page of many', path: '/admin?sort=name:asc', api: admin, reach: seen('Page 1 of 3') },
  { name: 'table, empty', path: '/admin?table=lesson_plans', api: admin, reach: seen('No records found') },
  {
    name: 'table, error',
    path: '/admin',
    api: { ...admin, '/api/tables/contact_submissions': away },
    faults: /503/,
    reach: seen('Try again'),
  },
]
