import { hours } from '@app/contracts/durations'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { pageWith } from '#features/records/tables.fixture'
import { RightsContext } from '#lib/rights'
import { answers } from '#testing/answers'
import { show } from '#testing/screen'
import { counters, openInquiry, record } from './inquiries.fixture'
import { ListHead } from './module'

const list = '/admin?table=contact_submissions'
const filters = async () => within(await screen.findByRole('navigation', { name: 'Inquiries by state' }))

test('the tab and the list show counters; each number links to the counted inquiries', async () => {
  const calls = openInquiry({}, list)
  await screen.findByRole('tab', { name: /^Contact Submissions\s*2 overdue$/ })
  const links = (await filters()).getAllByRole('link').map((link) => link.textContent)
  expect(links).toEqual(['All', 'New 4', 'In progress 1', 'Overdue 2', 'Email failed 1', 'Spam 3', 'Settings'])
  expect(screen.getByText('2 overdue. 1 with a failed email.')).toBeTruthy()
  await userEvent.click((await filters()).getByRole('link', { name: 'Spam 3' }))
  expect((await filters()).getByRole('link', { name: 'Spam 3' }).getAttribute('aria-current')).toBe('true')
  await expect.poll(() => calls.some(({ path }) => /spam=true$/.test(path))).toBe(true)
})

test.each([true, false])('the settings are linked for admins alone: %s', async (isAdmin) => {
  answers({ '/api/forms/submissions/counters': [200, counters] })
  show(
    <RightsContext value={{ role: isAdmin ? 'admin' : 'staff', rights: {}, exports: [] }}>
      <ListHead view={{ filters: {}, q: '' }} />
    </RightsContext>,
  )
  expect((await filters()).queryAllByRole('link', { name: 'Settings' })).toHaveLength(isAdmin ? 1 : 0)
})

test('All shows everything but held spam', async () => {
  const calls = openInquiry({}, list)
  await userEvent.click((await filters()).getByRole('link', { name: 'All' }))
  expect((await filters()).getByRole('link', { name: 'All' }).getAttribute('aria-current')).toBe('true')
  await expect.poll(() => calls.some(({ path }) => /spam__ne=true$/.test(path))).toBe(true)
})

test('failed counters show why and can be retried; the list works without them', async () => {
  openInquiry(
    {
      '/api/forms/submissions/counters': [
        [503, { error: 'Temporarily unavailable.', code: 'unavailable' }],
        [200, counters],
      ],
    },
    list,
  )
  await screen.findByText('Ada')
  await screen.findByText('Temporarily unavailable.')
  await userEvent.click(screen.getByRole('button', { name: 'Count again' }))
  await (await filters()).findByRole('link', { name: 'New 4' })
})

test('deadline, delivery and spam come first after the name, in words', async () => {
  vi.useFakeTimers({ now: Date.parse(record.created_at) + hours(4), toFake: ['Date'] })
  const rows = [
    record,
    {
      ...record,
      id: 'b'.repeat(24),
      due_by: record.created_at,
      mail_state: 'failed',
      mail_error: 'The mail server answered 550.',
    },
    { ...record, id: 'c'.repeat(24), spam: true, spam_reason: 'links', due_by: null, mail_state: 'none' },
    { id: 'd'.repeat(24), name: 'Old', status: 7, spam: null, mail_state: 'odd' },
  ]
  openInquiry({ '/api/tables/contact_submissions': [200, pageWith(rows)] }, list)
  await screen.findAllByText('Ada')
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(heads.slice(0, 6)).toEqual(['Operations', 'Full Name', 'Reply due', 'Message', 'Status', 'Emails'])
  const cells = (label: string) =>
    [...document.querySelectorAll(`td[data-label="${label}"]`)].map(({ textContent }) => textContent)
  expect(cells('Reply due')).toEqual([
    expect.stringMatching(/^Due in 20 hby .*, received 4 h ago$/),
    expect.stringMatching(/^Overdue by 4 hby .*, received 4 h ago$/),
    'Held as spamreceived 4 h ago',
    'No reply due',
  ])
  expect(cells('Emails')).toEqual(['School notified', 'Failedthe address was rejected (550)', 'Not notified', ''])
  expect(cells('Spam')).toEqual(['No', 'No', 'Spam: many links', ''])
})
