import { minutes } from '@app/contracts/durations'
import { responseTime } from '@app/contracts/inquiries'
import { sampleRequestId } from '@app/contracts/setup'
import { expect, test } from 'vitest'
import { formsDatabase } from '../app.fixture'
import { seedInquiries } from './sample-inquiries'
import { sampleInquiries } from './seeds/sample-inquiries'

const { collection, inquiries, mongo } = formsDatabase()
const now = new Date('2027-03-01T09:00:00Z')
const seed = () => seedInquiries(mongo.connection, 'archery.example', now)

test('sample inquiries are stored once, also by replicas that start together, and what staff remove stays removed', async () => {
  await Promise.all([seed(), seed(), seed()])
  const stored = await inquiries()
  expect(stored).toHaveLength(sampleInquiries.length)
  await collection('contact_submissions').deleteOne({ _id: stored[0]!._id })
  await seed()
  expect(await inquiries()).toHaveLength(sampleInquiries.length - 1)
})

test('they can be told from others, and nothing is sent for them', async () => {
  await seed()
  const stored = await inquiries()
  expect(stored.map((one) => one.request_id)).toEqual(stored.map(({ _id }) => sampleRequestId(_id.toHexString())))
  const mails = stored.flatMap((one) => one.mails)
  expect(mails.length).toBeGreaterThan(0)
  expect(mails.every(({ state, due_at }) => state === 'sent' && due_at === null)).toBe(true)
  // The reminder of an inquiry that waits counts as sent.
  expect(stored.filter((one) => !one.spam && !one.reminded_at)).toEqual([])
})

test('each is as old as it says, and is answered by its mail', async () => {
  await seed()
  for (const one of await inquiries()) {
    const of = sampleInquiries.filter(({ message }) => message === one.message)
    const sample = of.find(({ age }) => age === now.getTime() - one.created_at.getTime())!
    expect(sample, one.message).toBeDefined()
    expect(one.due_by).toEqual(one.spam ? null : new Date(one.created_at.getTime() + responseTime))
    const isAnswered = sample.answeredAfter !== undefined
    expect(one.replies).toHaveLength(isAnswered ? 1 : 0)
    if (!isAnswered) continue
    expect(one.answered_at!.getTime() - one.created_at.getTime()).toBe(sample.answeredAfter)
    expect(one.mails.map(({ message_id }) => message_id)).toContain(one.replies![0]!.message_id)
    expect(one.answered_at!.getTime()).toBeLessThan(now.getTime() + minutes(1))
  }
})
