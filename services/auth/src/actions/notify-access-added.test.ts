import { randomBytes } from 'node:crypto'
import type { StoredEntry } from '@app/audit'
import { openSignInMail, type SignInMailJob } from '@app/mail/jobs'
import { expect, test } from 'vitest'
import { notifyAccessAdded } from './notify-access-added'

const sealKey = randomBytes(32)
const entry = (chain: string, number: number, action: string): StoredEntry =>
  ({
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
  const { prepare, run } = notifyAccessAdded({
    stored: {
      heads: async () => Object.fromEntries(entries.map(({ chain, number }) => [chain, { number, hash: '' }])),
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

test('while another replica reads, this one does not', async () => {
  const { prepare, run, jobs, state, entries } = setup([])
  await prepare()
  await run()
  entries.push(entry('auth', 1, 'passkey-add'))
  state.isRunning = true
  await run()
  expect(jobs).toEqual([])
})
