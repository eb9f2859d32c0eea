import { AppError } from '@app/contracts/errors'
import { jobRunner, undoJobId } from '@app/jobs'
import { jobsInMemory } from '@app/jobs/jobs.fixture'
import { afterEach, expect, test } from 'vitest'
import { type InquiriesInput, type InquirySteps, inquiriesJob, undoInquiriesJob } from './inquiries-job'

const actor = { id: 'a'.repeat(24), email: 'ivy@archery.example', requestId: 'r' }
const ids = Array.from({ length: 60 }, (_, n) => String(n).padStart(24, '0'))
const runners: { close(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.close()))
})

/** Inquiries by the last action on each; `before` runs before each step and may throw as a database would. */
function setup({ hasRight = (): boolean => true, before = (_: string): void => {} } = {}) {
  const last = new Map<string, { action: string; isUndone: boolean }>()
  const log: string[] = []
  const act = async (what: string, id: string, action: string) => {
    before(id)
    if (id === ids[1]) throw new AppError('conflict', 'This inquiry is already held as spam, or it was answered.')
    log.push(`${what} ${Number(id)}`)
    last.set(id, { action, isUndone: false })
  }
  const steps: InquirySteps = {
    setStatus: (id, status, action) => act(status, id, action),
    assign: (id, person, action) => act(`assign to ${person}`, id, action),
    markAsSpam: (id, action) => act('spam', id, action),
    release: (id, _, action) => act('release', id, action),
    async undo(id, _, action) {
      before(id)
      log.push(`undo ${Number(id)}`)
      last.set(id, { action, isUndone: true })
    },
    async stateAfter(id, action) {
      const found = last.get(id)
      return found?.action === action ? (found.isUndone ? 'undone' : 'done') : undefined
    },
  }
  const { store } = jobsInMemory()
  const runner = jobRunner({
    store,
    handlers: { inquiries: inquiriesJob(steps), 'undo-inquiries': undoInquiriesJob(steps, store) },
    hasRight: async () => hasRight(),
    audit: { append: async () => {}, during: (_, action) => action() },
    onError: () => {},
    pauseMs: () => 0,
  })
  runners.push(runner)
  const run = async (input: Partial<InquiriesInput> = {}) => {
    const right = { table: 'contact_submissions', level: 'edit' } as const
    const about = { kind: 'inquiries', table: right.table, actor, right, input: { action: 'spam', ids, ...input } }
    const { id } = (await runner.begin(about))!
    return (await runner.settled(id, 3_000))!
  }
  const undo = async (id: string) => {
    await runner.undo(id, actor)
    return runner.settled(undoJobId(id), 3_000)
  }
  return { run, undo, last, log }
}

test.each([
  [{ action: 'spam' }, 'spam 0'],
  [{ action: 'not-spam' }, 'release 0'],
  [{ action: 'close' }, 'closed 0'],
  [{ action: 'assign', person: actor.id }, `assign to ${actor.id} 0`],
  [{ action: 'assign', person: null }, 'assign to null 0'],
] as const)('%j is done to each inquiry; what is refused is listed with its reason', async (input, first) => {
  const { run, log } = setup()
  const job = await run(input)
  expect(job).toMatchObject({ state: 'done', done: 60, changed: 59, skipped: [{ id: ids[1] }] })
  expect(log[0]).toBe(first)
  expect(log).toHaveLength(59)
})

test('an undo restores what the job has changed, but not what was changed since', async () => {
  const { run, undo, last, log } = setup()
  const { id } = await run()
  last.set(ids[2]!, { action: 'another', isUndone: false })
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
  const { run, undo, log } = setup({ before })
  const { id, ...job } = await run()
  expect(job).toMatchObject({ state: 'done', changed: 59, isResumed: true })
  expect(await undo(id)).toMatchObject({ state: 'done', changed: 59, skipped: [] })
  expect(interruptions).toBe(4)
  expect(log).toHaveLength(2 * 59)
  expect(new Set(log).size).toBe(2 * 59)
})

test('when the right of its author ends, the other inquiries stay as they are, and what was done can be undone', async () => {
  let acts = 0
  const { run, undo, log } = setup({
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
  const { run, undo, last } = setup({
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
  expect([...last.values()].every(({ isUndone }) => isUndone)).toBe(true)
})
