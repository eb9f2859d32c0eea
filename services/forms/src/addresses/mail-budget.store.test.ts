import { hours } from '@app/contracts/durations'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { beforeEach, expect, test } from 'vitest'
import { type MailBudget, mailBudget, type Spending } from './mail-budget'

const caps = {
  ...{ mailingsPerPerson: 2, recipientsPerPerson: 20, recipientsPerAccount: 10 },
  ...{ recipientsPerSite: 50, noticesPerSite: 60 },
}
const start = Date.parse('2026-11-27T20:00:00Z')
let now = start
const database = testDatabase(async ({ db }) => void (await mailBudget(db, caps).prepare()))
const budget: MailBudget = mailBudget(
  () => database.mongo.db(),
  caps,
  () => new Date(now),
)

beforeEach(async () => {
  now = start
  await database.clear()
})

let n = 0
const take = (recipients: number, by?: Spending['by'], kind: Spending['kind'] = by ? 'reply' : 'reminder') =>
  budget.take({ id: `mail-${n++}`, kind, recipients, ...(by && { by }) })
const [ivy, sam, program] = [{ id: 'ivy' }, { id: 'sam' }, { id: 'program', isAccount: true }]

test('a person, a service account and the site each have a number of recipients a day', async () => {
  await take(20, ivy)
  await expect(take(1, ivy)).rejects.toMatchObject({
    ...{ code: 'too_many_requests', retryAfter: 86_400 },
    message: 'You can write to 20 people within 24 hours, 0 of them from now on. Please try again after 12:00 PM.',
    details: { left: 0, endsAt: '2026-11-28T20:00:00.000Z' },
  })
  await take(10, program)
  await expect(take(1, program)).rejects.toMatchObject({ details: { left: 0 } })
  await take(18, sam)
  await expect(take(3, { id: 'eve' })).rejects.toMatchObject({
    message: expect.stringContaining('The school can write to 50 people within 24 hours, 2 of them'),
    details: { left: 2 },
  })
  await take(2, { id: 'eve' })
})

test('what is a day old counts no more, and a refusal names the time at which enough is', async () => {
  await take(15, ivy)
  now += hours(1)
  await take(5, ivy)
  now += hours(1)
  await expect(take(16, ivy)).rejects.toMatchObject({ details: { left: 0, endsAt: '2026-11-28T21:00:00.000Z' } })
  await expect(take(15, ivy)).rejects.toMatchObject({ details: { left: 0, endsAt: '2026-11-28T20:00:00.000Z' } })
  await expect(take(21, ivy)).rejects.toMatchObject({
    details: { endsAt: null },
    message: expect.stringContaining('write to fewer people'),
  })
  now = start + hours(24)
  await take(15, ivy)
})

test('two at once cannot pass together, and a refused one leaves nothing behind', async () => {
  for (let round = 0; round < 5; round++) {
    await database.clear()
    const answers = await Promise.allSettled(Array.from({ length: 6 }, () => take(8, ivy)))
    const passed = answers.filter(({ status }) => status === 'fulfilled').length
    expect(passed).toBeLessThanOrEqual(2)
    expect(await budget.allowance(ivy)).toMatchObject({ left: 20 - 8 * passed })
  }
})

test('cancellations and reminders count for the site alone, with a limit of their own', async () => {
  await Promise.all([take(20, ivy), take(20, sam), take(10, program)])
  await expect(take(1, { id: 'eve' })).rejects.toMatchObject({ details: { left: 0 } })
  await take(60)
  await expect(take(1)).rejects.toMatchObject({ details: { left: 0 } })
})

test('a repeated request is counted once, and what is taken back before it is sent no more', async () => {
  const reply: Spending = { id: 'reply', kind: 'reply', recipients: 12, by: ivy }
  await Promise.all([budget.take(reply), budget.take(reply), budget.take(reply)])
  await budget.take(reply)
  expect(await budget.allowance(ivy)).toEqual({
    ...{ left: 8, limit: 20, of: 'person' },
    growsAt: '2026-11-28T20:00:00.000Z',
  })
  await budget.giveBack('reply')
  expect(await budget.allowance(ivy)).toEqual({ left: 20, limit: 20, of: 'person', growsAt: null })
})

test('mailings have a number of their own', async () => {
  await take(1, ivy, 'mailing')
  now += hours(1)
  await take(1, ivy, 'mailing')
  await expect(take(1, ivy, 'mailing')).rejects.toMatchObject({
    message: expect.stringMatching(/^You can send 2 mailings within 24 hours\./),
    details: { left: 0, endsAt: '2026-11-28T20:00:00.000Z' },
  })
  await take(1, ivy)
})
