import { Types } from 'mongoose'
import { expect, test } from 'vitest'
import { renderMail } from '../actions/render-mail'
import { contactForm } from '../app.fixture'
import { outgoingMail } from '../models/outgoing-mail'
import type { Submission } from '../models/submission-document'
import { placeMail } from './place-mail'
import { readMail } from './read-mail'

const conversation = {
  _id: new Types.ObjectId('0123456789abcdef01234567'),
  email: 'zoe@example.com',
  name: 'Zoë',
  spam: false,
  created_at: new Date(),
}
const ours = '<ours@archery.example>'

function setup({ open = [conversation], isMarked = false, trustedHost = 'mx.school.example' } = {}) {
  return placeMail({
    conversations: {
      ofMessage: async (id) => (id === ours ? conversation : undefined),
      openOf: async (email) => open.filter((one) => one.email === email),
      isMarked: async () => isMarked,
    },
    trustedHost,
  })
}
const read = (...headers: string[]) =>
  readMail(Buffer.from(['From: Zoe <zoe@example.com>', ...headers, '', 'Hello there'].join('\n')))
const proven = 'Authentication-Results: mx.school.example; dmarc=pass'

test('an answer is placed by In-Reply-To, or by References', async () => {
  const place = setup()
  expect(await place(await read(`In-Reply-To: ${ours}`))).toMatchObject({ state: 'threaded', conversation })
  expect(await place(await read('In-Reply-To: <x@y>', `References: ${ours} <x@y>`))).toMatchObject({
    state: 'threaded',
  })
})

test('without them only a proven sender with one open inquiry is', async () => {
  expect(await setup()(await read(proven))).toMatchObject({ state: 'threaded', conversation })
  expect(await setup()(await read())).toMatchObject({
    state: 'unmatched',
    reason: expect.stringContaining('not proven'),
  })
  expect(await setup({ open: [conversation, conversation] })(await read(proven))).toMatchObject({ state: 'unmatched' })
  expect(await setup({ open: [] })(await read(proven))).toMatchObject({ state: 'unmatched' })
})

test('spam is neither placed nor lost, but an answer to our mail is never spam', async () => {
  expect(await setup()(await read('X-Spam-Flag: YES', proven))).toMatchObject({ state: 'spam' })
  expect(await setup({ isMarked: true })(await read(proven))).toMatchObject({ state: 'spam' })
  expect(await setup()(await read('X-Spam-Flag: YES', `In-Reply-To: ${ours}`))).toMatchObject({ state: 'threaded' })
})

test('our own mail that comes back is recognized', async () => {
  expect(await setup()(await read(`Message-ID: ${ours}`))).toMatchObject({ state: 'automated' })
})

test('two programs that face each other: our automatic mail asks for no answer, and the one that comes causes none', async () => {
  const mail = outgoingMail(
    { documentId: String(conversation._id), kind: 'thank_you', to: 'zoe@example.com' },
    { mailDomain: 'archery.example', at: new Date() },
  )
  const submission = { ...conversation, mails: [mail], message: 'Hi', interest: 'Other' } as unknown as Submission
  const sent = renderMail(contactForm, { owner: submission, mail, lease: '', until: 0 }, 'https://archery.example')
  expect(sent.autoSubmitted).toBe('auto-replied')
  for (const header of [
    'Auto-Submitted: auto-replied',
    'Precedence: auto_reply',
    'Subject: Automatic reply: Thank you',
  ])
    expect(await setup()(await read(header, `In-Reply-To: ${ours}`, proven))).toMatchObject({
      state: 'automated',
      conversation,
    })
})
