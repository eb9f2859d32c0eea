import contactForm from '@app/contracts/contact-form.json'
import { AppError } from '@app/contracts/errors'
import { contactFormId } from '@app/contracts/forms'
import { expect, test, vi } from 'vitest'
import { acceptSubmission, offeredAnswers, spamReasonOf, withAnswers } from './accept-submission'
import type { Form } from './form'
import { bots, humans } from './spam-corpus.fixture'

const fields = { name: 'Zoë Quinn', message: 'A party for ten children, please.' }
const links = (count: number) => ({ ...fields, message: Array(count).fill('see https://www.example.com/x').join(' ') })

test.each<[string, Parameters<typeof spamReasonOf>, string | undefined]>([
  ['an honest message', [{ referral_code: '', elapsed_ms: 9_000 }, fields], undefined],
  ['one without signals', [{}, fields], undefined],
  ['a filled honeypot', [{ referral_code: 'SEO' }, fields], 'honeypot'],
  ['one filled in 1.9 seconds', [{ elapsed_ms: 1_900 }, fields], 'too_fast'],
  ['one filled in two seconds', [{ elapsed_ms: 2_000 }, fields], undefined],
  ['three links', [{}, links(3)], undefined],
  ['four links', [{}, links(4)], 'links'],
  ['links without a scheme', [{}, { ...fields, message: 'www.a.example '.repeat(4) }], 'links'],
])('%s', (_, given, reason) => {
  expect(spamReasonOf(...given)).toBe(reason)
})

test('at least 99 of 100 bot messages are held, and none of a person', () => {
  const held = (all: typeof bots) => all.filter(({ signals, fields }) => spamReasonOf(signals, fields))
  expect(bots.length).toBeGreaterThanOrEqual(80)
  expect(held(bots).length / bots.length).toBeGreaterThanOrEqual(0.99)
  expect(humans.length).toBeGreaterThanOrEqual(70)
  expect(held(humans)).toEqual([])
})

test('a form that offers answers asks for one, and one without does not', () => {
  const plain = withAnswers(contactForm as Form['fields'], [])
  expect(plain).toStrictEqual({ fields: contactForm })
  expect(offeredAnswers(plain as Form)).toEqual([])
  const asking = withAnswers(contactForm as Form['fields'], ['A friend', 'The web'])
  expect(asking.asked_heard_from).toBe(true)
  expect(asking.fields.properties['heard_from']).toEqual({
    ...{ type: 'string', title: 'How did you hear about us?', enum: ['A friend', 'The web'] },
  })
  expect(offeredAnswers(asking as Form)).toEqual(['A friend', 'The web'])
  expect(withAnswers(asking.fields, []).fields).toEqual(plain.fields)
})

const given = { name: ' Zoe ', email: 'zoe@example.com', interest: 'Corporate Event', message: 'Hello there, school' }

/** Accepts into a store that says `outcome`. */
function setup({ outcome = 'stored', isOver = false, marked = false, hasForm = true } = {}) {
  const { fields } = withAnswers(contactForm as Form['fields'], ['A friend'])
  const form = { fields, send_notification_email: true, notification_recipient: 'school@archery.example' } as Form
  const insert = vi.fn(async (_: object) => ({
    ...{ outcome, submission: { _id: { toHexString: () => 'id' }, mails: [{ state: 'pending', message_id: 'm' }] } },
  }))
  const deps = {
    forms: { find: vi.fn(async () => (hasForm ? form : undefined)) },
    submissions: { insert, sender: vi.fn(async () => ({ marked, thanked: false })) },
    mail: { deliver: vi.fn(async () => true) },
    overHourlyLimit: vi.fn(async () => isOver),
    log: { info: vi.fn() },
    count: vi.fn(),
  }
  const accept = acceptSubmission(deps as never)
  const context = { signals: {}, idempotencyKey: 'k', requestId: 'r' }
  const send = (change: Record<string, unknown> = {}, signals = {}, formId: string = contactFormId) =>
    accept(formId, { ...given, ...change }, { ...context, signals })
  return { ...deps, send, insert }
}

test('what is accepted is stored trimmed with its mails, counted and queued', async () => {
  const { send, insert, count, mail, log, submissions } = setup()
  await send({ heard_from: 'A friend' })
  expect(insert.mock.calls).toEqual([
    [
      {
        ...{ form_id: contactFormId, fields: { ...given, name: 'Zoe', heard_from: 'A friend' }, request_id: 'r' },
        ...{ keys: { own: expect.any(String), former: expect.any(String) }, idempotency_key: 'k', spam_reason: null },
        mails: [{ kind: 'notification', to: 'school@archery.example' }],
      },
    ],
  ])
  expect(submissions.sender).toHaveBeenCalledExactlyOnceWith('zoe@example.com')
  expect(count).toHaveBeenCalledExactlyOnceWith('accepted')
  await expect
    .poll(() => log.info.mock.calls)
    .toEqual([[{ requestId: 'r', submissionId: 'id', outcome: 'accepted', queued: true }, 'inquiry received']])
  expect(mail.deliver).toHaveBeenCalledExactlyOnceWith({ documentId: 'id', messageId: 'm', requestId: 'r' })
  const former = setup()
  await former.send({ heard_from: 'A poster' })
  expect(former.insert.mock.calls).toMatchObject([[{ fields: { ...given, name: 'Zoe' } }]])
  expect(former.insert.mock.calls[0]![0]).not.toHaveProperty('fields.heard_from')
})

test.each(['repeated', 'duplicate'])('what is %s is counted as that, and queues nothing', async (outcome) => {
  const { send, count, mail, log } = setup({ outcome })
  await send()
  expect(count).toHaveBeenCalledExactlyOnceWith(outcome)
  const said = { requestId: 'r', submissionId: 'id', outcome, queued: false }
  await expect.poll(() => log.info.mock.calls).toEqual([[said, 'inquiry received']])
  expect(mail.deliver).not.toHaveBeenCalled()
})

test.each([
  ['volume', { isOver: true }, {}, 1],
  ['sender', { marked: true }, {}, 1],
  ['volume', { isOver: true, marked: true }, {}, 1],
  ['honeypot', { isOver: true }, { referral_code: 'SEO' }, 0],
])('spam by %s is stored without mails', async (reason, options, signals, looks) => {
  const { send, insert, count, overHourlyLimit } = setup(options)
  await send({}, signals)
  expect(insert.mock.calls).toMatchObject([[{ spam_reason: reason, mails: [] }]])
  expect(count).toHaveBeenCalledExactlyOnceWith('spam')
  expect(overHourlyLimit).toHaveBeenCalledTimes(looks)
})

test('what does not fit the form is refused, and counted as that', async () => {
  const { send, insert, count, submissions } = setup()
  await expect(send({ email: 'zoe', other: 1 })).rejects.toMatchObject({
    fields: { email: expect.any(String), other: 'This field is not part of the form.' },
  })
  expect(insert).not.toHaveBeenCalled()
  const missing = setup({ hasForm: false })
  await expect(missing.send({}, {}, 'survey')).rejects.toMatchObject({
    ...{ code: 'not_found', message: 'There is no such form.' },
  })
  expect([...count.mock.calls, ...missing.count.mock.calls]).toEqual([['refused'], ['refused']])
  expect(submissions.sender).not.toHaveBeenCalled()
})

test('a database without the contact form is not the one that it should be', async () => {
  const { send, count } = setup({ hasForm: false })
  const message = 'The service is busy. Please try again shortly.'
  await expect(send()).rejects.toMatchObject({ code: 'unavailable', message })
  const broken = setup()
  const defects = [new AppError('internal', 'a defect'), Object.assign(new Error('a defect'), { status: 404 })]
  for (const defect of defects) {
    broken.insert.mockRejectedValueOnce(defect)
    await expect(broken.send()).rejects.toThrow('a defect')
  }
  expect([...count.mock.calls, ...broken.count.mock.calls]).toEqual([['failed'], ['failed'], ['failed']])
})
