// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { pageWith } from '#features/tables/tables.fixture'
import { counters, openInquiry, record } from './inquiries.fixture'

const list = '/admin?table=contact_submissions'
const filters = async () => within(await screen.findByRole('navigation', { name: 'Inquiries by state' }))

test('the tab and the list tell how many wait for what; each number leads to those it counts', async () => {
  const calls = openInquiry({}, list)
  await screen.findByRole('tab', { name: /^Contact Submissions\s*2 overdue$/ })
  const links = (await filters()).getAllByRole('link').map((link) => link.textContent)
  expect(links).toEqual(['All', 'New 4', 'In progress 1', 'Overdue 2', 'Due soon 0', 'Failed mail 1', 'Spam 3'])
  expect(screen.getByText('2 overdue. 1 with a failed mail.')).toBeTruthy()
  await userEvent.click((await filters()).getByRole('link', { name: 'Spam 3' }))
  expect((await filters()).getByRole('link', { name: 'Spam 3' }).getAttribute('aria-current')).toBe('true')
  await expect.poll(() => calls.some(({ path }) => /spam=true$/.test(path))).toBe(true)
})

test('numbers that cannot be had say why and are asked for again; the list stands without them', async () => {
  openInquiry(
    {
      '/api/forms/submissions/counters': [
        [503, { error: 'Away for a moment.', code: 'unavailable' }],
        [200, counters],
      ],
    },
    list,
  )
  await screen.findByText('Ada')
  await screen.findByText('Away for a moment.')
  await userEvent.click(screen.getByRole('button', { name: 'Count again' }))
  await (await filters()).findByRole('link', { name: 'New 4' })
})

test('clock, mail and spam stand in words behind the id, where they are seen first', async () => {
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
  expect(heads.slice(0, 5)).toEqual(['Operations', 'ID', 'Answer due', 'Status', 'Mail'])
  const cells = (label: string) =>
    [...document.querySelectorAll(`td[data-label="${label}"]`)].map(({ textContent }) => textContent)
  expect(cells('Answer due')).toEqual([
    expect.stringMatching(/^Due in 19 h 59 minby .*, 4 h old$/),
    expect.stringMatching(/^Overdue by 4 hby .*, 4 h old$/),
    'Held as spam4 h old',
    'Nothing promised',
  ])
  expect(cells('Mail')).toEqual(['Sent', 'Failedthe address was refused (550)', 'No mail', ''])
  expect(cells('Spam')).toEqual(['No', 'No', 'Spam: many links', ''])
})
