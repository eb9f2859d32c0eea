import { hours } from '@app/contracts/durations'
import type { DeliveryJob } from '@app/mail'
import { Types } from 'mongoose'
import { expect, test } from 'vitest'
import type { Form } from './form'
import type { NewSubmission } from './submission'
import type { Submission } from './submission-document'
import { syntheticInquiry } from './synthetic-inquiry'
import { syntheticTransport } from './synthetic-transport'

const text = (more: object = {}) => ({ type: 'string', title: 'Field', ...more })
const form = {
  fields: {
    type: 'object',
    required: ['name', 'email', 'message'],
    properties: {
      name: text(),
      email: text({ format: 'email' }),
      interest: text({ enum: ['Lessons', 'Party'] }),
      message: text({ minLength: 10 }),
    },
  },
  notification_recipient: 'office@school.example',
  send_notification_email: false,
  send_feedback_email: true,
} as unknown as Form

function setup() {
  const stored: NewSubmission[] = []
  const jobs: DeliveryJob[] = []
  let time = Date.parse('2026-11-22T10:20:00Z')
  const send = syntheticInquiry({
    forms: { find: async () => form },
    submissions: {
      async insert(given) {
        const known = stored.some(({ dedupe_key }) => dedupe_key === given.dedupe_key)
        if (!known) stored.push(given)
        const mails = given.mails.map(() => ({ message_id: '<1@x>', state: 'pending' }))
        const submission = { _id: new Types.ObjectId(), mails } as unknown as Submission
        return { outcome: known ? 'duplicate' : 'stored', submission }
      },
    },
    mail: { deliver: async (job) => jobs.push(job) > 0 },
    log: { info() {} },
    now: () => time,
  })
  return { send, stored, jobs, passes: (ms: number) => (time += ms) }
}

test('however many replicas send it, an hour has one synthetic inquiry with one mail', async () => {
  const { send, stored, jobs, passes } = setup()
  await Promise.all([send(), send(), send()])
  expect(stored).toHaveLength(1)
  expect(jobs).toEqual([expect.objectContaining({ source: 'synthetic' })])
  passes(hours(1))
  await send()
  expect(stored).toHaveLength(2)
})

test('its mail has no recipient at the school, whatever the settings', async () => {
  const { send, stored } = setup()
  await send()
  expect(stored[0]).toMatchObject({ mails: [{ kind: 'notification', to: 'synthetic@inquiry.invalid' }] })
  expect(JSON.stringify(stored)).not.toContain('school.example')
})

test('without a recipient the mail server is only signed in to; with one it gets the mail', async () => {
  const calls: string[] = []
  const transport = {
    send: async ({ to }: { to: { address: string } }) => void calls.push(to.address),
    verify: async () => void calls.push('verified'),
  }
  const mail = { messageId: '<1@x>', to: { name: '', address: 'a@b.invalid' }, subject: '', text: '', html: '' }
  await syntheticTransport(transport, undefined).send(mail)
  await syntheticTransport(transport, 'watch@provider.example').send(mail)
  expect(calls).toEqual(['verified', 'watch@provider.example'])
})
