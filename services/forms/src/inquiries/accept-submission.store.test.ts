import { AppError } from '@app/contracts/errors'
import { elapsedField, heardFromField, honeypotField } from '@app/contracts/forms'
import type { DeliveryJob } from '@app/mail'
import { beforeEach, expect, test, vi } from 'vitest'
import { contactForm, formsDatabase } from '../app.fixture'
import { acceptSubmission, withAnswers } from './accept-submission'
import { formStore } from './form'
import { dedupeKeys, submissionStore } from './submission'

const { mongo, inquiries, storeForm, storeInquiry } = formsDatabase()
const message = { name: 'Zoe', email: 'zoe@example.com', interest: 'Corporate Event', message: 'Hello there, school' }
beforeEach(() => storeForm({ ...withAnswers(contactForm.fields, ['A friend', 'The web']), send_feedback_email: true }))

function setup({ isOver = false }: { isOver?: boolean; marked?: boolean } = {}) {
  const jobs: DeliveryJob[] = []
  const submissions = submissionStore(mongo.connection, 'archery.example')
  const deps = {
    submissions,
    overHourlyLimit: vi.fn(async () => isOver),
    log: { info: vi.fn() },
    count: vi.fn(),
  }
  const accept = acceptSubmission({
    ...deps,
    forms: formStore(mongo.connection),
    mail: { deliver: async (job) => jobs.push(job) > 0 },
  })
  const send = (change: Record<string, unknown> = {}, signals: object = {}, formId = contactForm.id, key = 'k1') =>
    accept(formId, { ...message, ...change }, { signals, idempotencyKey: key, requestId: 'r1' })
  return { ...deps, jobs, send }
}
const stored = async () => {
  const found = await inquiries()
  expect(found).toHaveLength(1)
  return found[0]!
}
const kindsOf = ({ mails }: Awaited<ReturnType<typeof stored>>) => mails.map(({ kind }) => kind)

test('an inquiry is stored with the mails it causes and its keys, counted, queued and logged', async () => {
  const { send, jobs, count, log } = setup()
  await send()
  const one = await stored()
  expect(one).toMatchObject({
    ...{ ...message, form_id: contactForm.id, request_id: 'r1', idempotency_key: 'k1', spam: false, spam_reason: null },
    ...{ status: 'new', mail_state: 'pending', due_by: expect.any(Date) },
  })
  expect(Object.values(dedupeKeys(contactForm.id, message))).toContain(one.dedupe_key)
  expect(kindsOf(one)).toEqual(['notification', 'thank_you'])
  const documentId = one._id.toHexString()
  const queued = one.mails.map(({ message_id: messageId }) => ({ documentId, messageId, requestId: 'r1' }))
  await expect.poll(() => jobs).toEqual(queued)
  expect(count).toHaveBeenCalledExactlyOnceWith('accepted')
  const said = { requestId: 'r1', submissionId: documentId, outcome: 'accepted', queued: true }
  await expect.poll(() => log.info.mock.calls).toEqual([[said, 'inquiry received']])
})

test('invisible-input.txt: what is pasted into the contact form is stored without invisible characters', async () => {
  const { send } = setup()
  for (const email of ['\u202aann@example.org\u202c', 'ann@example.org\u200b', 'mailto:ann@example.org'])
    await send({ email, message: `Soft return\u000bfrom ${email}` }, {}, contactForm.id, email).catch(() => {})
  expect((await inquiries()).map(({ email, message: text }) => [email, text?.split('\n')[0]])).toEqual(
    Array(3).fill(['ann@example.org', 'Soft return']),
  )
})

test.each([
  ['over the hourly limit', { isOver: true }, {}, 'volume', 1],
  ['of a sender that staff marked', { marked: true }, {}, 'sender', 1],
  ['of a marked sender over the limit', { isOver: true, marked: true }, {}, 'volume', 1],
  ['whose hidden field is filled in', { isOver: true, marked: true }, { [honeypotField]: 'x' }, 'honeypot', 0],
  ['that was filled in too fast', {}, { [elapsedField]: 10 }, 'too_fast', 0],
] as const)('one %s is stored, sends no mail and is counted as spam', async (_, options, signals, reason, asked) => {
  const { send, jobs, count, log, overHourlyLimit } = setup(options)
  if ('marked' in options) await storeInquiry({ email: message.email, spam: true, spam_reason: 'marked' })
  await send({}, signals)
  const one = (await inquiries()).at(-1)!
  expect(one).toMatchObject({ ...message, spam: true, spam_reason: reason, mails: [], due_by: null })
  expect(count).toHaveBeenCalledExactlyOnceWith('spam')
  await expect.poll(() => log.info).toHaveBeenCalledOnce()
  expect(jobs).toEqual([])
  // What is spam anyway takes nothing of the hour's inquiries.
  expect(overHourlyLimit).toHaveBeenCalledTimes(asked)
})

test('texts are stored composed and without space around them, an address as it is compared', async () => {
  const { send } = setup()
  await storeInquiry({ email: message.email, spam: true, spam_reason: 'marked' })
  await send({ name: '  Zoe\u0301 ', email: ' Zoe@EXAMPLE.com ' })
  // It is that of the marked sender.
  expect((await inquiries()).at(-1)).toMatchObject({
    ...{ name: 'Zo\u00e9', email: 'zoe@example.com', spam_reason: 'sender' },
  })
})

test('who was thanked lately is not thanked again', async () => {
  const { send } = setup()
  await send()
  await send({ message: 'Another question, please' }, {}, contactForm.id, 'k2')
  expect((await inquiries()).map(kindsOf)).toEqual([['notification', 'thank_you'], ['notification']])
})

test('a repeated inquiry is counted as what it is, and nothing of it is stored or queued again', async () => {
  const { send, jobs, count, log } = setup()
  await send()
  await send({}, {}, contactForm.id, 'k2')
  await send()
  expect(await inquiries()).toHaveLength(1)
  expect(count.mock.calls).toEqual([['accepted'], ['duplicate'], ['repeated']])
  await expect
    .poll(() => log.info.mock.calls.map(([said]) => said.outcome))
    .toEqual(expect.arrayContaining(['accepted', 'duplicate', 'repeated']))
  for (const [said] of log.info.mock.calls) expect(said.queued).toBe(said.outcome === 'accepted')
  expect(jobs).toHaveLength(2)
})

test('what is refused is counted and stores nothing: an unknown form, an unknown field, a missing one', async () => {
  const { send, count } = setup()
  await expect(send({}, {}, 'other')).rejects.toMatchObject({ code: 'not_found', message: 'There is no such form.' })
  const unknown = { code: 'invalid_input', message: 'This field is not part of the form.' }
  await expect(send({ surplus: 'x' })).rejects.toMatchObject({ ...unknown, fields: { surplus: unknown.message } })
  await expect(send({ name: '' })).rejects.toMatchObject({
    code: 'invalid_input',
    fields: { name: expect.any(String) },
  })
  expect(count.mock.calls).toEqual([['refused'], ['refused'], ['refused']])
  expect(await inquiries()).toEqual([])
})

test('what cannot be stored is counted as a failure', async () => {
  const { send, count, submissions } = setup()
  const lost = Object.assign(new Error('no database'), { status: 400 })
  for (const error of [lost, new AppError('internal', 'Broken.')]) {
    vi.spyOn(submissions, 'insert').mockRejectedValue(error)
    await expect(send()).rejects.toThrow(error.message)
  }
  expect(count.mock.calls).toEqual([['failed'], ['failed']])
})

test.each([
  ['that is offered no more is left out, and keeps no inquiry from being sent', 'A carrier pigeon', undefined],
  ['that is offered is stored with the rest', 'The web', 'The web'],
])('an answer %s', async (_, answer, kept) => {
  await setup().send({ [heardFromField]: answer })
  const one = await stored()
  expect(one).toMatchObject(message)
  expect(one.heard_from).toBe(kept)
})

test('an address in another field is a text as any other', async () => {
  await setup().send({ message: 'Zoe@EXAMPLE.com' })
  expect(await stored()).toMatchObject({ message: 'Zoe@EXAMPLE.com' })
})
