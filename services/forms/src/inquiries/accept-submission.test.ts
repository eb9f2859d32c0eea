import { AppError } from '@app/contracts/errors'
import { elapsedField, heardFromField, honeypotField } from '@app/contracts/forms'
import { ObjectId } from 'mongodb'
import { expect, test, vi } from 'vitest'
import { contactForm } from '../app.fixture'
import { acceptSubmission } from './accept-submission'
import { withAnswers } from './heard-from'
import type { SubmissionStore } from './submission'

const message = { name: 'Zoe', email: 'zoe@example.com', interest: 'Corporate Event', message: 'Hello there, school' }
const form = { ...contactForm, ...withAnswers(contactForm.fields, ['A friend', 'The web']), send_feedback_email: true }
type Insert = Parameters<SubmissionStore['insert']>[0]

function setup({ isOver = false, marked = false, thanked = false, outcome = 'stored', takes = true } = {}) {
  const _id = new ObjectId()
  const mails = [{ state: 'pending', message_id: '<m1@x>', due_at: new Date() }]
  const inserted: Insert[] = []
  const deps = {
    forms: { find: vi.fn(async (id: string) => (id === form.id ? form : undefined)) },
    submissions: {
      insert: vi.fn(async (given: Insert) => {
        inserted.push(given)
        return { outcome, submission: { _id, mails } }
      }),
      sender: vi.fn(async () => ({ marked, thanked })),
    },
    mail: { deliver: vi.fn(async () => takes) },
    overHourlyLimit: vi.fn(async () => isOver),
    log: { info: vi.fn() },
    count: vi.fn(),
  }
  const accept = acceptSubmission(deps as unknown as Parameters<typeof acceptSubmission>[0])
  const send = (change: Record<string, unknown> = {}, signals: object = {}, formId = form.id) =>
    accept(formId, { ...message, ...change }, { signals, idempotencyKey: 'k1', requestId: 'r1' })
  return { ...deps, send, inserted, id: _id.toHexString() }
}
const kinds = ({ mails }: Insert) => mails.map(({ kind }) => kind)

test('an inquiry is stored with the mails it causes and its keys, counted, queued and logged', async () => {
  const { send, inserted, submissions, mail, count, log, id } = setup()
  await send()
  expect(inserted).toMatchObject([
    { form_id: contactForm.id, fields: message, request_id: 'r1', idempotency_key: 'k1', spam_reason: null },
  ])
  expect(inserted[0]!.dedupe_key).toEqual(expect.stringMatching(/.{20}/))
  expect(kinds(inserted[0]!)).toEqual(['notification', 'thank_you'])
  expect(submissions.sender).toHaveBeenCalledExactlyOnceWith('zoe@example.com')
  expect(mail.deliver).toHaveBeenCalledExactlyOnceWith({ documentId: id, messageId: '<m1@x>', requestId: 'r1' })
  expect(count).toHaveBeenCalledExactlyOnceWith('accepted')
  const said = { requestId: 'r1', submissionId: id, outcome: 'accepted', queued: true }
  await expect.poll(() => log.info.mock.calls).toEqual([[said, 'inquiry received']])
})

test.each([
  ['over the hourly limit', { isOver: true }, {}, 'volume', 1],
  ['of a sender that staff marked', { marked: true }, {}, 'sender', 1],
  ['of a marked sender over the limit', { isOver: true, marked: true }, {}, 'volume', 1],
  ['whose hidden field is filled in', { isOver: true, marked: true }, { [honeypotField]: 'x' }, 'honeypot', 0],
  ['that was filled in too fast', {}, { [elapsedField]: 10 }, 'too_fast', 0],
] as const)('one %s is stored, sends no mail and is counted as spam', async (_, options, signals, reason, asked) => {
  const { send, inserted, count, overHourlyLimit } = setup(options)
  await send({}, signals)
  expect(inserted).toMatchObject([{ spam_reason: reason, mails: [] }])
  expect(count).toHaveBeenCalledExactlyOnceWith('spam')
  // What is spam anyway takes nothing of the hour's inquiries.
  expect(overHourlyLimit).toHaveBeenCalledTimes(asked)
})

test('texts are stored composed and without space around them, an address as it is compared', async () => {
  const { send, inserted, submissions } = setup()
  await send({ name: '  Zoe\u0301 ', email: ' Zoe@EXAMPLE.com ' })
  expect(inserted[0]!.fields).toMatchObject({ name: 'Zo\u00e9', email: 'zoe@example.com' })
  expect(submissions.sender).toHaveBeenCalledExactlyOnceWith('zoe@example.com')
})

test('who was thanked lately is not thanked again', async () => {
  const { send, inserted } = setup({ thanked: true })
  await send()
  expect(kinds(inserted[0]!)).toEqual(['notification'])
})

test('a repeated inquiry is counted as what it is, and nothing of it is queued', async () => {
  const { send, mail, count, log } = setup({ outcome: 'duplicate' })
  await send()
  expect(mail.deliver).not.toHaveBeenCalled()
  expect(count).toHaveBeenCalledExactlyOnceWith('duplicate')
  await expect.poll(() => log.info.mock.calls[0]?.[0]).toMatchObject({ outcome: 'duplicate', queued: false })
})

test('what is refused is counted and stores nothing: an unknown form, an unknown field, a missing one', async () => {
  const { send, count, submissions } = setup()
  await expect(send({}, {}, 'other')).rejects.toMatchObject({ code: 'not_found', message: 'There is no such form.' })
  const unknown = { code: 'invalid_input', message: 'This field is not part of the form.' }
  await expect(send({ surplus: 'x' })).rejects.toMatchObject({ ...unknown, fields: { surplus: unknown.message } })
  await expect(send({ name: '' })).rejects.toMatchObject({
    code: 'invalid_input',
    fields: { name: expect.any(String) },
  })
  expect(count.mock.calls).toEqual([['refused'], ['refused'], ['refused']])
  expect(submissions.insert).not.toHaveBeenCalled()
})

test('what cannot be stored is counted as a failure', async () => {
  const { send, count, submissions } = setup()
  const lost = Object.assign(new Error('no database'), { status: 400 })
  for (const error of [lost, new AppError('internal', 'Broken.')]) {
    submissions.insert.mockRejectedValue(error)
    await expect(send()).rejects.toThrow(error.message)
  }
  expect(count.mock.calls).toEqual([['failed'], ['failed']])
})

test('an answer that is offered no more is left out, and keeps no inquiry from being sent', async () => {
  const { send, inserted } = setup()
  await send({ [heardFromField]: 'A carrier pigeon' })
  expect(inserted[0]!.fields).toEqual(message)
})

test('an answer that is offered is stored with the rest', async () => {
  const { send, inserted } = setup()
  await send({ [heardFromField]: 'The web' })
  expect(inserted[0]!.fields).toEqual({ ...message, [heardFromField]: 'The web' })
})

test('an address in another field is a text as any other', async () => {
  const { send, inserted } = setup()
  await send({ message: 'Zoe@EXAMPLE.com' })
  expect(inserted[0]!.fields).toMatchObject({ message: 'Zoe@EXAMPLE.com' })
})
