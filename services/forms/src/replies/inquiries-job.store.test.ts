import { jobRunner, undoJobId } from '@app/jobs'
import { ObjectId } from 'mongodb'
import { afterEach, expect, test } from 'vitest'
import { addressesModule } from '../addresses/module'
import { formsDatabase } from '../app.fixture'
import { inquiriesModule } from '../inquiries/module'
import type { Submission } from '../inquiries/submission-document'
import { visitsModule } from '../visits/module'
import { type InquiriesInput, type InquirySteps, inquiriesJob, undoInquiriesJob } from './inquiries-job'
import { repliesModule } from './module'

const { collection, serviceWith } = formsDatabase()
const inquiries = () => collection<Submission>('contact_submissions')
const actor = { id: 'a'.repeat(24), email: 'ivy@archery.example', requestId: 'r' }
const ids = Array.from({ length: 60 }, (_, n) => String(n).padStart(24, '0'))
const runners: { close(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.close()))
})

/** Inquiries, all but the second of these ids; `before` runs before each step and may throw as a database would. */
async function setup({ hasRight = (): boolean => true, before = (_: string): void => {}, spam = false } = {}) {
  const stored = ids.map((id) => ({
    _id: new ObjectId(id),
    form_id: 'contact_form',
    email: `p${Number(id)}@example.com`,
    status: 'new' as const,
    spam,
    spam_reason: spam ? ('marked' as const) : null,
    mails: [],
    mail_state: 'none' as const,
    created_at: new Date(),
    updated_at: new Date(),
  }))
  await inquiries().insertMany(stored.filter((_, at) => at !== 1) as unknown as Submission[])
  const { context } = serviceWith()
  const { actions } = repliesModule(context, {
    addresses: addressesModule(context),
    inquiries: inquiriesModule(context, { visits: visitsModule(context) }),
    provenSenders: async () => [],
    returned: async () => [],
    messages: async () => ({ messages: [], earlier: 0 }),
    async *allMessages() {},
  })
  const log: string[] = []
  const logged = async (what: string, id: string, act: () => Promise<unknown>) => {
    before(id)
    await act()
    log.push(`${what} ${Number(id)}`)
  }
  const steps: InquirySteps = {
    setStatus: (id, status, action) => logged(status, id, () => actions.setStatus(id, status, action)),
    assign: (id, person, action) => logged(`assign to ${person}`, id, () => actions.assign(id, person, action)),
    markAsSpam: (id, action) => logged('spam', id, () => actions.markAsSpam(id, action)),
    release: (id, requestId, action) => logged('release', id, () => actions.release(id, requestId, action)),
    undo: (id, requestId, action) => logged('undo', id, () => actions.undo(id, requestId, action)),
    stateAfter: actions.stateAfter,
  }
  const runner = jobRunner({
    store: context.jobs,
    hasRight: async () => hasRight(),
    audit: { append: async () => {}, during: (_, action) => action() },
    onError: () => {},
    pauseMs: () => 0,
  })
  runner.register({ inquiries: inquiriesJob(steps), 'undo-inquiries': undoInquiriesJob(steps, context.jobs) })
  runners.push(runner)
  const run = async (input: Partial<InquiriesInput> = {}) => {
    const right = { table: 'contact_submissions', level: 'edit' } as const
    const about = { kind: 'inquiries', table: right.table, actor, right, input: { action: 'spam', ids, ...input } }
    const { id } = (await runner.begin(about))!
    return (await runner.settled(id, 20_000))!
  }
  const undo = async (id: string) => {
    await runner.undo(id, actor)
    return runner.settled(undoJobId(id), 20_000)
  }
  return { run, undo, log, actions }
}

test.each([
  [{ action: 'spam' }, 'spam 0'],
  [{ action: 'not-spam' }, 'release 0'],
  [{ action: 'close' }, 'closed 0'],
  [{ action: 'assign', person: actor.id }, `assign to ${actor.id} 0`],
  [{ action: 'assign', person: null }, 'assign to null 0'],
] as const)('%j is done to each inquiry; what is refused is listed with its reason', async (input, first) => {
  const { run, log } = await setup({ spam: input.action === 'not-spam' })
  const job = await run(input)
  expect(job).toMatchObject({ state: 'done', done: 60, changed: 59, skipped: [{ id: ids[1] }] })
  expect(log[0]).toBe(first)
  expect(log).toHaveLength(59)
})

test('an undo restores what the job has changed, but not what was changed since', async () => {
  const { run, undo, actions, log } = await setup()
  const { id } = await run()
  await actions.setStatus(ids[2]!, 'closed', 'another')
  expect(await undo(id)).toMatchObject({
    ...{ state: 'done', total: 59, changed: 58 },
    skipped: [{ id: ids[2], reason: 'It was changed since.' }],
  })
  expect(log.filter((line) => line.startsWith('undo'))).toHaveLength(58)
})

test('interrupted in the middle of a chunk, a job and its undo do nothing twice', async () => {
  let interruptions = 0
  const before = (id: string) => {
    if (id === ids[30] && interruptions++ % 2 === 0) throw new Error('no connection')
  }
  const { run, undo, log } = await setup({ before })
  const { id, ...job } = await run()
  expect(job).toMatchObject({ state: 'done', changed: 59, isResumed: true })
  expect(await undo(id)).toMatchObject({ state: 'done', changed: 59, skipped: [] })
  expect(interruptions).toBe(4)
  expect(log).toHaveLength(2 * 59)
  expect(new Set(log).size).toBe(2 * 59)
})

test('when the right of its author ends, the other inquiries stay as they are, and what was done can be undone', async () => {
  let acts = 0
  const { run, undo, log } = await setup({
    hasRight: () => acts < 10 || acts > 25,
    before: () => {
      acts++
    },
  })
  const job = await run()
  expect(job).toMatchObject({ state: 'stopped', done: 25 })
  acts = 100
  expect(await undo(job.id)).toMatchObject({ state: 'done', changed: 24 })
  expect(log.filter((line) => line.startsWith('spam'))).toHaveLength(24)
})

test('what an interrupted attempt has changed before the job was stopped is undone, too', async () => {
  let mayGoOn = true
  const { run, undo } = await setup({
    hasRight: () => mayGoOn,
    before(id) {
      if (id !== ids[30]) return
      mayGoOn = false
      throw new Error('no connection')
    },
  })
  const { id, ...job } = await run()
  expect(job).toMatchObject({ state: 'stopped', done: 25, changed: 24, isResumed: true })
  mayGoOn = true
  expect(await undo(id)).toMatchObject({ state: 'done', total: 29, changed: 29, skipped: [] })
  expect(await inquiries().countDocuments({ spam: true })).toBe(0)
})
