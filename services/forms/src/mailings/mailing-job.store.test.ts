import type { MailingDraft } from '@app/contracts/mailings'
import { jobRunner, jobStore, rightsOf } from '@app/jobs'
import type { DeliveryJob } from '@app/mail'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { mailBudget } from '../addresses/mail-budget'
import { mailingStore, type StoredMailing } from './mailing'
import { mailingJob } from './mailing-job'
import { admitMailing } from './new-mailing'

const id = '1'.repeat(24)
const actor = { id: 'a'.repeat(24), email: 'ivy@archery.example', requestId: 'r' }
const draft: MailingDraft = {
  about: { table: 'lessons', query: '' },
  to: ['students'],
  subject: 'No lessons today',
  text: 'Hi {first_name}',
}
const runners: { close(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.close()))
})

const database = testDatabase()
const stored = () => database.mongo.db().collection<StoredMailing>('mailings')
beforeEach(database.clear)

async function setup(
  people: number,
  { mayView = (_: string): boolean => true, most = 500, onDeliver = () => {}, forgets = false } = {},
) {
  const mailings = mailingStore(stored, 'archery.example')
  await mailings.prepare()
  // Held by the database although they were released.
  const release: typeof mailings.release = async (mailing) => mailing
  const queued: DeliveryJob[] = []
  const audited: string[] = []
  const caps = { mailingsPerPerson: 0, recipientsPerPerson: 0, recipientsPerAccount: 0, recipientsPerSite: 0 }
  const budget = mailBudget(database.mongo.db, { ...caps, noticesPerSite: most })
  const runner = jobRunner({
    store: jobStore(database.mongo.db, 'forms'),
    hasRight: async (job) => rightsOf(job).every((one) => one !== 'admin' && mayView(one.table)),
    audit: { append: async () => {}, during: (_, action) => action() },
    onError: () => {},
    pauseMs: () => 0,
  })
  runner.register({
    mailing: mailingJob({
      mailings: forgets ? { ...mailings, release } : mailings,
      recipients: async () => ({
        recipients: Array.from({ length: people }, (_, n) => ({ name: `P${n}`, email: `p${n}@example.com` })),
        withoutAddress: [{ table: 'students', id: 'b'.repeat(24), name: 'Ben', guardian: null, phone: null }],
      }),
      admit: admitMailing({ mailings, budget }),
      audit: { append: async ({ action, recordId }) => void audited.push(`${action} ${recordId}`) },
      mailingMail: {
        deliver: async (job) => {
          queued.push(job)
          onDeliver()
          return true
        },
      },
    }),
  })
  runners.push(runner)
  const run = async () => {
    const right = (['lessons', 'students'] as const).map((table) => ({ table, level: 'view' as const }))
    await runner.begin({ id, kind: 'mailing', table: 'students', actor, right, input: { draft } })
    return runner.settled(id, 3_000)
  }
  return { run, queued, audited }
}

test('each mail is released and queued once, and people without an address are listed', async () => {
  const { run, queued, audited } = await setup(120)
  expect(await run()).toMatchObject({
    state: 'done',
    total: 120,
    done: 120,
    changed: 120,
    skipped: [{ id: 'b'.repeat(24), reason: 'No email address' }],
  })
  expect(new Set(queued.map(({ messageId }) => messageId)).size).toBe(120)
  expect(queued).toHaveLength(120)
  expect(audited).toEqual([`mailing ${id}`])
  expect(await stored().findOne()).toMatchObject({ held: [], by: actor.email, is_requested: true })
})

test.each(['lessons', 'students'])(
  'when the right of the author on %s ends, the other mails stay held',
  async (table) => {
    let isDemoted = false
    const demote = () => {
      isDemoted = true
    }
    const mayView = (name: string) => !isDemoted || name !== table
    const { run, queued } = await setup(120, { mayView, onDeliver: demote })
    expect(await run()).toMatchObject({ state: 'stopped', done: 50, total: 120 })
    expect(queued).toHaveLength(50)
    expect((await stored().findOne())?.held).toHaveLength(70)
  },
)

test('a mailing beyond a cap fails with the reason and is not kept', async () => {
  const { run, queued } = await setup(120, { most: 100 })
  expect(await run()).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('The school can write to 100 people within 24 hours'),
  })
  expect([queued.length, await stored().countDocuments()]).toEqual([0, 0])
})

test('a database that keeps what it has released ends the job, and nobody gets a mail twice', async () => {
  const { run, queued } = await setup(120, { forgets: true })
  expect(await run()).toMatchObject({ state: 'failed' })
  expect(new Set(queued.map(({ messageId }) => messageId)).size).toBe(queued.length)
})

test('nobody to write to is no error', async () => {
  expect(await (await setup(0)).run()).toMatchObject({ state: 'done', changed: 0 })
})
