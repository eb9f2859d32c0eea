import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { StoredEntry } from '@app/audit'
import type { AuditDetails } from '@app/contracts/audit'
import { lastingAccess } from '@app/contracts/audit'
import { openSignInMail, type SignInMailJob } from '@app/mail/queue'
import { expect, test } from 'vitest'
import { notifyAccessAdded } from './notify-access-added'

const sealKey = randomBytes(32)
const entry = (chain: string, number: number, action: string, about: AuditDetails = {}): StoredEntry =>
  ({
    about,
    _id: `${chain}/${number}`,
    chain,
    number,
    action,
    email: `${chain}@archery.example`,
    at: new Date(0),
  }) as StoredEntry

function setup(entries: StoredEntry[]) {
  const jobs: SignInMailJob[] = []
  let marks: Record<string, number> | undefined
  const state = { isAway: false, isRunning: false }
  const heads = async () => Object.fromEntries(entries.map(({ chain, number }) => [chain, { number, hash: '' }]))
  const { prepare, run } = notifyAccessAdded({
    stored: {
      heads,
      endAt: async (numbers) =>
        isDeepStrictEqual(
          Object.values(await heads()).map(({ number }) => number),
          Object.values(numbers),
        ),
      between: async (chain, { from, to }, actions) =>
        entries.filter(
          (one) => one.chain === chain && one.number > from && one.number <= to && actions.includes(one.action),
        ),
    },
    marks: {
      prepare: async (numbers) => {
        marks ??= numbers
      },
      claim: async () => (state.isRunning ? undefined : marks),
      move: async (numbers) => {
        marks = numbers
      },
    },
    mail: { sendNotice: async (job) => !state.isAway && Boolean(jobs.push(job)) },
    adminEmails: async () => ['ada@archery.example', 'bob@archery.example'],
    sealKey,
    publicOrigin: 'https://archery.example',
  })
  const mails = () => jobs.map((job) => openSignInMail(sealKey, job))
  return { prepare, run, jobs, mails, state, entries }
}

test('each person is told once of a new passkey and a new calendar address, and of nothing else', async () => {
  const { prepare, run, mails, entries } = setup([entry('auth', 1, 'passkey-add')])
  await prepare()
  await run()
  expect(mails()).toEqual([])
  entries.push(entry('auth', 2, 'sign-in'), entry('auth', 3, 'passkey-add'), entry('admin-tables', 1, 'calendar-add'))
  await run()
  await run()
  expect(mails()).toMatchObject([
    { kind: 'access_added', to: 'auth@archery.example', what: 'passkey' },
    {
      kind: 'access_added',
      to: 'admin-tables@archery.example',
      what: 'calendar',
      sessionsUrl: 'https://archery.example/admin/sessions',
    },
  ])
})

test('what could not be queued the next round queues, under the same id', async () => {
  const { prepare, run, jobs, state, entries } = setup([])
  await prepare()
  await run()
  entries.push(entry('auth', 1, 'passkey-add'))
  state.isAway = true
  await expect(run()).rejects.toThrow()
  state.isAway = false
  await run()
  await run()
  expect(jobs.map(({ mailId }) => mailId)).toEqual([expect.stringMatching(/^[\w-]{22}$/)])
})

test('the owner of a webhook is told that it was stopped', async () => {
  const { prepare, run, mails, entries } = setup([])
  await prepare()
  const about = { host: 'booking.example', reason: 'The endpoint answered 410 Gone', owner: 'ada@archery.example' }
  entries.push({ ...entry('admin-tables', 1, 'webhook-stop'), email: null, about })
  await run()
  expect(mails()).toMatchObject([
    { kind: 'webhook_stopped', to: 'ada@archery.example', host: 'booking.example', reason: about.reason },
  ])
})

test('whoever adds or changes what lasts is told which one, and so is the owner where that is another admin', async () => {
  const { prepare, run, mails, entries } = setup([])
  await prepare()
  const all = Object.entries(lastingAccess)
  for (const [n, [action, { named }]] of all.entries())
    entries.push(entry('auth', n + 1, action, named && { [named]: `the ${named}` }))
  await run()
  expect(mails()).toMatchObject(
    all.map(([, { what, named }]) => ({ to: 'auth@archery.example', what, ...(named && { name: `the ${named}` }) })),
  )

  entries.push(entry('auth', 99, 'webhook-change', { host: 'evil.example', owner: 'ada@archery.example' }))
  await run()
  expect(mails().slice(all.length)).toMatchObject([
    { to: 'auth@archery.example', what: 'webhook-change', name: 'evil.example' },
    { to: 'ada@archery.example', what: 'webhook-change', name: 'evil.example', by: 'auth@archery.example' },
  ])
})

test('an admin who makes somebody an admin is told; other changes of access are not', async () => {
  const { prepare, run, mails, entries } = setup([])
  await prepare()
  const made = { person: 'eve@archery.example', role: 'admin' }
  entries.push(entry('auth', 1, 'invite', made), entry('auth', 2, 'access', { ...made, role: 'staff' }))
  entries.push(entry('auth', 3, 'access', { ...made, disabled: true }))
  await run()
  expect(mails()).toMatchObject([{ to: 'auth@archery.example', what: 'admin', name: 'eve@archery.example' }])
  expect(mails()).toHaveLength(1)
})

test('while another replica reads, this one does not', async () => {
  const { prepare, run, jobs, state, entries } = setup([])
  await prepare()
  await run()
  entries.push(entry('auth', 1, 'passkey-add'))
  state.isRunning = true
  await run()
  expect(jobs).toEqual([])
})

test('every admin is told that the school is reached in another way, at once and when it is ordered for later', async () => {
  const { prepare, run, mails, jobs, entries } = setup([])
  await prepare()
  const later = '2026-12-24T18:00:00.000Z'
  entries.push(
    entry('admin-tables', 1, 'publish', { fields: 'Headline' }),
    entry('admin-tables', 2, 'publish', { contacts: 'Phone number' }),
    entry('admin-tables', 3, 'publish', { contacts: 'Booking page', at: later }),
  )
  await run()
  await run()
  const by = 'admin-tables@archery.example'
  expect(mails()).toMatchObject([
    { kind: 'contact_changed', to: 'ada@archery.example', by, contacts: 'Phone number' },
    { kind: 'contact_changed', to: 'bob@archery.example', by, contacts: 'Phone number' },
    { to: 'ada@archery.example', contacts: 'Booking page', later },
    { to: 'bob@archery.example', contacts: 'Booking page', later },
  ])
  expect(new Set(jobs.map(({ mailId }) => mailId)).size).toBe(4)
})
