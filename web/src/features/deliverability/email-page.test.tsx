import type { Deliverability } from '@app/contracts/deliverability'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { inquiry, record } from '#features/inquiries/inquiries.fixture'
import { answers } from '#testing/answers'
import { show } from '#testing/screen'
import { EmailPage } from './email-page'

const id = 'a'.repeat(24)
const at = '2026-11-24T18:00:00.000Z'
// Days of another year are shown with it.
beforeEach(() => void vi.useFakeTimers({ now: new Date(at), toFake: ['Date'] }))
const state: Deliverability = {
  sender: {
    domain: 'school.dev',
    checkedAt: at,
    checks: [
      { name: 'SPF', text: 'school.dev: v=spf1 mx -all', isGood: true, record: null },
      {
        ...{ name: 'DMARC', text: 'none at _dmarc.school.dev.', isGood: false },
        record: { at: '_dmarc.school.dev', type: 'TXT', value: 'v=DMARC1; p=none' },
      },
    ],
  },
  doors: [
    { kind: 'imap', state: 'failing', at, reason: 'The mail server refuses the user or the password.' },
    { kind: 'smtp', state: 'off', at: null, reason: null },
  ],
  lag: 90,
  weeks: [{ from: '2026-11-23', bounces: 2, complaints: 1 }],
}
const bounced = { email: 'ada@example.com', reason: 'bounced', since: '2026-11-03T18:00:00.000Z', status: '5.1.1' }
const unsubscribed = { ...bounced, email: 'ben@example.com', reason: 'unsubscribed', status: null }

const reminders = { on: false, daysBefore: 1, time: '17:00', subject: 'Reminder: {lesson}', text: 'Hi {first_name}' }
const letter = { on: false, weekday: 5, time: '16:00' }

function open(network: Parameters<typeof answers>[0] = {}) {
  const calls = answers({
    ...network,
    '/api/forms/deliverability': [200, state],
    '/api/forms/mail-addresses': [200, { data: [bounced, unsubscribed], total: 2 }],
    '/api/forms/reminders': [200, { settings: reminders, version: 'v1' }],
    '/api/forms/letter': [200, { settings: letter, version: 'v1' }],
    '/api/forms/reminders/preview': [200, { subject: 'Reminder', text: 'Hi Zoë', missing: [] }],
    '/api/forms/mail-addresses/retry': [200, { success: true }],
    '/api/forms/test-mails': [201, { id, to: 'office@school.dev', state: 'sending', reason: null, roundTrip: null }],
    [`/api/forms/test-mails/${id}`]: [
      200,
      { id, to: 'office@school.dev', state: 'received', reason: null, roundTrip: 2_100 },
    ],
  })
  show(<EmailPage />)
  return {
    calls,
    saved: () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body),
    retried: () => calls.filter(({ path }) => path.endsWith('/retry')).map(({ body }) => body),
  }
}

test('records, mailbox and what came back are shown, each problem with what to do', async () => {
  open()
  const out = within(await screen.findByRole('region', { name: 'Going out' }))
  expect(out.getByText('v=DMARC1; p=none')).toBeTruthy()
  expect(screen.getByText('The mail server refuses the user or the password.')).toBeTruthy()
  expect(screen.getByText(/waiting to be read for 90 seconds/)).toBeTruthy()
  expect(screen.getAllByRole('row')[1]!.textContent).toMatch(/Nov 2321$/)
})

test('a test mail shows its round trip', async () => {
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Send a test mail' }))
  expect(await screen.findByText('Sent to office@school.dev and back after 2.1 s.')).toBeTruthy()
})

test('the emails to an address are found, with what became of each', async () => {
  const reply = { ...inquiry.mails[0]!, messageId: '<two@archery.example>', kind: 'reply', to: 'Ada@example.com' }
  const failed = { ...reply, state: 'failed', attempts: 2, sentAt: null, reason: 'The mail server answered 550.' }
  const { calls } = open({
    '/api/forms/mail-addresses/state': [200, { suppressed: bounced }],
    '/api/tables/contact_submissions': [200, { data: [record], page: 1, limit: 6, total: 1, totalPages: 1 }],
    [`/api/forms/submissions/${record.id}`]: [200, { ...inquiry, mails: [...inquiry.mails, failed] }],
  })
  const found = within(await screen.findByRole('region', { name: 'Find an address' }))
  await userEvent.type(found.getByLabelText('Email address'), ' ADA@example.com{Enter}')
  const mails = await found.findByRole('list', { name: 'Emails to ada@example.com' })
  expect(within(mails).getAllByRole('listitem')).toHaveLength(1)
  expect(mails.textContent).toContain('The address was rejected. (The mail server answered 550.)')
  expect(found.getByText(/This address does not exist since Nov 3/)).toBeTruthy()
  expect(found.getByRole('link').getAttribute('href')).toBe('/admin/person-file?email=ada%40example.com')
  expect(calls.find(({ path }) => path.startsWith('/api/tables/'))?.path).toContain('email__eq=ada%40example.com')
})

test('a bounced address is tried again at once, an unsubscribed one only when its owner asked', async () => {
  const { retried } = open()
  const left = within(await screen.findByRole('region', { name: 'Unsubscribed and blocked' }))
  expect(await left.findByText('This address does not exist since Nov 3 (5.1.1)')).toBeTruthy()
  await userEvent.click(left.getByRole('button', { name: 'Try again' }))
  expect(retried()).toEqual([{ email: 'ada@example.com' }])
  await userEvent.click(left.getByRole('button', { name: 'Write again...' }))
  expect(retried()).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'They asked: write again' }))
  expect(retried()).toEqual([{ email: 'ada@example.com' }, { email: 'ben@example.com' }])
})

test('reminders are switched on and saved with the version they are based on; a bad time is named at its field', async () => {
  const { saved } = open()
  await userEvent.click(await screen.findByLabelText('Remind participants of their lessons by email'))
  await userEvent.selectOptions(screen.getByLabelText('When'), '2 days before')
  const time = screen.getByLabelText('Time at the school')
  await userEvent.clear(time)
  await userEvent.click(screen.getByRole('button', { name: 'Save reminders' }))
  await screen.findByText('Time must be a valid time')
  expect(saved()).toEqual([])
  await userEvent.type(time, '18:30')
  await userEvent.click(screen.getByRole('button', { name: 'Save reminders' }))
  await expect
    .poll(saved)
    .toEqual([{ settings: { ...reminders, on: true, daysBefore: 2, time: '18:30' }, version: 'v1' }])
})

test('the weekly letter is off until it is switched on, and comes on the chosen day', async () => {
  const { saved } = open()
  const part = within(await screen.findByRole('region', { name: 'Weekly letter' }))
  const on = await part.findByLabelText<HTMLInputElement>('Send a letter about the lessons of the next seven days')
  expect(on.checked).toBe(false)
  await userEvent.click(on)
  await userEvent.selectOptions(part.getByLabelText('Every'), 'Thursday')
  await userEvent.click(part.getByRole('button', { name: 'Save letter settings' }))
  await expect.poll(saved).toEqual([{ settings: { ...letter, on: true, weekday: 4 }, version: 'v1' }])
})
