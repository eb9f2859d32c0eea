import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Route } from 'wouter'
import { Guard } from '#app/guard'
import { answers, silence } from '#testing/answers'
import { admin, adminStatus, show } from '#testing/screen'
import { DashboardPage } from './dashboard-page'

const schemas = [
  {
    name: 'contact_submissions',
    title: 'Contact Submissions',
    description: 'What visitors wrote.',
    properties: {
      name: { type: 'string', title: 'Full Name' },
      spam: { type: 'boolean', title: 'Spam' },
      created_at: { type: 'string', format: 'date-time' },
    },
  },
  { name: 'lesson_plans', properties: { day: { type: 'string' } } },
]
const records = '/api/tables/contact_submissions'
const ada = { id: 'a1', name: 'Ada Lovelace', spam: null, created_at: '2026-01-01T00:00:00Z' }
const page = (more = {}) => ({ data: [ada], page: 1, limit: 50, total: 1, totalPages: 1, ...more })
const open = {
  '/api/users/me': [200, admin],
  '/api/admin/status': [200, adminStatus(true)],
  '/api/admin/schemas': [200, schemas],
  [records]: [200, page()],
  '/api/forms/submissions/counters': [200, { new: 0, inProgress: 0, overdue: 0, dueSoon: 0, spam: 0, failed: 0 }],
  '/api/tables/lesson_plans': [200, page({ data: [], total: 0, totalPages: 0 })],
} as Record<string, [number, unknown]>

function setup(network: Parameters<typeof answers>[0] = {}, address = '/admin') {
  const calls = answers({ ...open, ...network })
  show(
    <Route path="/admin/*?">
      <Guard>
        <DashboardPage />
      </Guard>
    </Route>,
    address,
  )
  return calls
}
const query = () => new URLSearchParams(location.search)

test('while the tables are looked up it says so', async () => {
  setup({ '/api/admin/schemas': silence })
  await screen.findByText('Loading Dashboard')
  expect(screen.getByText('Discovering database schemas...')).toBeTruthy()
})

test('when they cannot be looked up it says why, and tries again', async () => {
  setup({
    '/api/admin/schemas': [
      [503, { error: 'Away.', code: 'unavailable' }],
      [200, schemas],
    ],
  })
  await screen.findByText('Dashboard Error')
  expect(screen.getByRole('alert').textContent).toBe('Away.')
  expect(screen.getByText('Back to Website').getAttribute('href')).toBe('/')
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByRole('tablist')
})

test('an answer that cannot be read has a text of our own', async () => {
  setup({ '/api/admin/schemas': [200, 'what?'] })
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to load schemas')
})

test('without any table it says so', async () => {
  setup({ '/api/admin/schemas': [200, []] })
  await screen.findByText('No Schemas Found')
})

test('the first table is open: its title and total, its columns with the title first and the id last, its cells', async () => {
  const calls = setup()
  await screen.findByRole('heading', { name: 'Contact Submissions (1 record)' })
  expect(screen.getByText('What visitors wrote.')).toBeTruthy()
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Contact Submissions', 'Lesson Plans'])
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'Operations',
    'Full Name',
    'Spam',
    'ID',
  ])
  expect(screen.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['', 'Ada Lovelace', '', 'Copy ID a1a1'])
  expect(screen.queryByText(/Showing/)).toBeNull()
  expect(calls.map(({ path }) => path)).toContain(`${records}?page=1&limit=50&sort=created_at%3Adesc`)
})

test('sorting: ascending, then descending, told to all and kept in the address; it starts at page 1', async () => {
  const calls = setup({ [records]: [200, page({ page: 3, total: 150, totalPages: 3 })] }, '/admin?page=3')
  const heading = async () => screen.findByRole('columnheader', { name: 'Full Name' })
  await userEvent.click(within(await heading()).getByRole('button'))
  await expect.poll(() => query().get('sort')).toBe('name:asc')
  expect(query().get('page')).toBeNull()
  expect((await heading()).getAttribute('aria-sort')).toBe('ascending')
  expect(screen.getByText('Sorted by Full Name, ascending')).toBeTruthy()
  await userEvent.click(within(await heading()).getByRole('button'))
  expect((await heading()).getAttribute('aria-sort')).toBe('descending')
  await expect.poll(() => calls.at(-1)?.path).toBe(`${records}?page=1&limit=50&sort=name%3Adesc`)
})

test('the pager tells where one is and leads on', async () => {
  const calls = setup({ [records]: [200, page({ page: 2, total: 120, totalPages: 3 })] }, '/admin?page=2')
  await screen.findByText('Showing 51 to 100 of 120 results')
  expect(screen.getByText('Page 2 of 3')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  await expect.poll(() => calls.at(-1)?.path).toBe(`${records}?page=3&limit=50&sort=created_at%3Adesc`)
  expect(query().get('page')).toBe('3')
  await userEvent.click(screen.getByRole('button', { name: 'Previous' }))
})

test('a page past the end steps back to the last one', async () => {
  setup({ [records]: [200, page({ data: [], page: 9, total: 60, totalPages: 2 })] }, '/admin?page=9')
  await expect.poll(() => query().get('page')).toBe('2')
})

test('another tab shows another table; the arrow keys reach it, too', async () => {
  setup()
  await userEvent.click(await screen.findByRole('tab', { name: 'Lesson Plans' }))
  await screen.findByRole('heading', { name: 'Lesson Plans (0 records)' })
  expect(screen.getByText('No records found')).toBeTruthy()
  expect(query().get('table')).toBe('lesson_plans')
  await userEvent.keyboard('{ArrowLeft}')
  await screen.findByRole('heading', { name: 'Contact Submissions (1 record)' })
})

test('a list that cannot be loaded says why and is tried again', async () => {
  setup({
    [records]: [
      [200, 'what?'],
      [200, page()],
    ],
  })
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load data')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Ada Lovelace')
})

test('a right that was withdrawn shows the denied screen at the next call', async () => {
  setup({
    [records]: [403, { error: 'Admins only.', code: 'forbidden' }],
    '/api/admin/status': [
      [200, adminStatus(true)],
      [200, adminStatus(false)],
    ],
  })
  await screen.findByText('Access Denied')
})

const recordPath = `${records}/${'a'.repeat(24)}`
const forAdmins = 'This page is for admins.'
const teacher = { ...admin, role: 'staff', rights: { lessons: 'own' } }

test.each([
  ['/admin/inbox', 'You need the right to see Contact Submissions.', '/api/forms/inbox'],
  ['/admin/insights', 'You need the right to see Contact Submissions or Lessons or Students.', '/api/insights'],
  ['/admin/people', forAdmins, '/api/users'],
  ['/admin/inquiry-settings', forAdmins, '/api/forms/settings'],
  ['/admin/website', 'You need the right to see Website.', '/api/site/draft'],
  ['/admin/trash?table=equipment', 'You need the right to see Equipment.', '/api/trash'],
  [`/admin?table=equipment&record=${'a'.repeat(24)}`, 'You need the right to see Equipment.', recordPath],
  [`/admin?table=nowhere&record=${'a'.repeat(24)}`, 'You need the right to see “nowhere”.', recordPath],
])('%s says which right it needs and who gives it, and requests nothing', async (address, right, path) => {
  const calls = setup(
    { '/api/users/me': [200, teacher], '/api/admin/status': [200, { ...adminStatus(true), role: 'staff' }] },
    address,
  )
  const gives = right === forAdmins ? 'make you one' : 'give it to you'
  await screen.findByText(`${right} An admin of the school can ${gives} under Settings, People.`)
  expect(calls.filter((call) => call.path.split('?')[0] === path)).toEqual([])
  expect(screen.queryByRole('link', { name: 'Insights' })).toBeNull()
})

test('an unknown address below the dashboard is named, and the tables are there', async () => {
  setup({}, '/admin/nowhere')
  await screen.findByText('There is no page /admin/nowhere.', { exact: false })
  await screen.findByText('Ada Lovelace')
})

test('an admin learns that there is no such table', async () => {
  setup({}, '/admin?table=nowhere')
  await screen.findByText('There is no table “nowhere”.')
  await screen.findByText('Ada Lovelace')
})

test('what does not exist, or may not be seen, is not offered to be tried again, and the server does not tell which', async () => {
  setup({ [records]: [404, { error: 'Not found.', code: 'not_found' }] })
  expect((await screen.findByRole('alert')).textContent).toContain(
    'This does not exist, or you do not have the right to see it. An admin of the school can give it to you',
  )
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('without a network a list says that the browser is offline', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  setup({ [records]: 'offline' })
  expect((await screen.findByRole('alert')).textContent).toContain('You are offline.')
})

test('a single call that is refused says so in its place, and the dashboard stays', async () => {
  setup({ [records]: [403, { error: 'You may not see this list.', code: 'forbidden' }] })
  expect((await screen.findByRole('alert')).textContent).toContain('You may not see this list.')
  expect(screen.getByRole('tab', { name: 'Contact Submissions' })).toBeTruthy()
  expect(screen.queryByText('Access Denied')).toBeNull()
})

test('a session that ended asks to sign in over the page, and the call is made again', async () => {
  const calls = setup({
    [records]: [
      [401, { error: 'Please sign in.', code: 'not_signed_in' }],
      [200, page()],
    ],
    '/api/oauth/providers': [200, { google: false }],
    '/api/send-otp': [200, { success: true, resendIn: 60 }],
    '/api/verify-otp': [200, { success: true, user: admin }],
  })
  await screen.findByRole('dialog', { name: 'Please sign in again' })
  expect(screen.getByRole('tab', { name: 'Contact Submissions' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Send Login Code' }))
  await userEvent.type(await screen.findByLabelText(/Enter the code/), '123456{Enter}')
  await screen.findByText('Ada Lovelace')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(calls.filter(({ path }) => path.startsWith(`${records}?`))).toHaveLength(2)
})

test.each([
  ['works', [200, { success: true }]],
  ['fails', [500, { error: 'Our fault.' }]],
])('logging out that %s leads to the login without a way back', async (_what, answer) => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const calls = setup({ '/api/logout': answer as [number, unknown] })
  await userEvent.click(await screen.findByRole('button', { name: 'Menu' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Logout' }))
  await expect.poll(() => location.pathname + location.search).toBe('/login')
  expect(calls.some(({ path }) => path === '/api/logout')).toBe(true)
  expect(warn).toHaveBeenCalledTimes(answer[0] === 200 ? 0 : 1)
})
