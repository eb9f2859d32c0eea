import {
  conversationPageSize,
  maxConversationBytes,
  maxInboundPageBytes,
  maxMessageBytes,
  messagePart,
} from '@app/contracts/messages'
import { ObjectId } from 'mongodb'
import { expect, test } from 'vitest'
import type { Submission } from '../inquiries/submission-document'
import { conversationPage, listed, wholeConversation, withPart } from './conversation-page'
import type { InboundMail } from './inbound-mail'
import { toMessage, type WithMarkup } from './messages'

const stored = {
  ...{ _id: new ObjectId(), name: 'Zoë', email: 'zoe@example.com', interest: '', message: 'Hello', fields: {} },
  ...{ created_at: new Date(0), status: 'new', spam: false, mails: [], replies: [] },
} as unknown as Submission

const mailAt = (n: number, change: Partial<InboundMail> = {}): WithMarkup<InboundMail> => ({
  ...{ _id: new ObjectId(), keys: [], raw: new ObjectId(), size: 10, received_at: new Date((n + 1) * 1_000) },
  ...{ sender: 'zoe@example.com', state: 'threaded', due_at: null, attempts: 1, inquiry: stored._id },
  ...{ from: { name: 'Zoë', address: 'zoe@example.com' }, to: [], subject: 'Re', text: `mail ${n}`, quoted: '' },
  ...{ readable: true, attachments: [], hasHtml: n % 2 === 0, ...change },
})

/** A conversation in memory, which counts what is read at once. */
function conversation(mails: WithMarkup<InboundMail>[]) {
  const read: number[] = []
  const load = async (ids: readonly ObjectId[]) => {
    read.push(ids.length)
    return mails.filter(({ _id }) => ids.some((id) => id.equals(_id)))
  }
  return { read, page: (before?: string) => conversationPage(stored, mails, load, before), load }
}

test('a conversation opens with its last fifty messages; those before come page by page, each once', async () => {
  const { page } = conversation(Array.from({ length: 120 }, (_, n) => mailAt(n)))
  const pages = [await page()]
  while (pages[0]!.earlier > 0) pages.unshift(await page(pages[0]!.messages[0]!.id))
  expect(pages.map(({ messages, earlier }) => [messages.length, earlier])).toEqual([
    [21, 0],
    [50, 21],
    [50, 71],
  ])
  const texts = pages.flatMap(({ messages }) => messages.map(({ text }) => text))
  expect(texts).toEqual(['Hello', ...Array.from({ length: 120 }, (_, n) => `mail ${n}`)])
  const last = pages[2]!.messages.at(-1)
  expect(last).toMatchObject({ html: null, hasHtml: false })
  await expect(page('unknown')).rejects.toMatchObject({ code: 'invalid_input' })
})

const worst: Partial<InboundMail> = {
  ...{ text: '王"'.repeat(50_000), quoted: '王\n'.repeat(50_000), subject: '王'.repeat(998) },
  from: {
    name: '王'.repeat(998),
    address: `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example`,
  },
  to: Array.from({ length: 100 }, () => ({ name: '王'.repeat(998), address: 'a@b.example' })),
  attachments: Array.from({ length: 100 }, () => ({
    ...{ name: '王'.repeat(150), type: 'a/b' },
    size: 1,
    file: new ObjectId(),
  })),
}

test('however long the messages are, an answer with them has at most 300 KB, and few are in memory at once', async () => {
  const { page, read } = conversation(Array.from({ length: 200 }, (_, n) => mailAt(n, worst)))
  const { messages, earlier } = await page()
  expect(messages.length).toBeGreaterThan(0)
  expect(messages.length + earlier).toBe(201)
  expect(messages.at(-1)).toMatchObject({ isCut: true })
  expect(Buffer.byteLength(JSON.stringify(messages))).toBeLessThan(maxConversationBytes)
  expect(Math.max(...read)).toBeLessThanOrEqual(10)
  const long = conversation(Array.from({ length: 200 }, (_, n) => mailAt(n, { text: 'a'.repeat(3_000) })))
  expect((await long.page()).messages).toHaveLength(conversationPageSize)
})

test('the longest mail that is stored has at most 3 MB; a part of it, and its people and files, less than half of that', () => {
  const html = '王'.repeat(300_000)
  const longest = toMessage(mailAt(1, { ...worst, text: '王"'.repeat(100_000), html }))
  const size = (value: unknown) => Buffer.byteLength(JSON.stringify(value))
  expect(size(longest)).toBeLessThan(maxMessageBytes)
  for (const part of messagePart.options) expect(size(withPart(longest, part))).toBeLessThan(maxMessageBytes / 2)
  expect(withPart(longest, 'html')).toMatchObject({ html, isCut: true, cut: ['text', 'quoted'] })
  expect(withPart(longest, 'text')).toMatchObject({ text: longest.text, to: longest.to, html: null, cut: ['quoted'] })
  expect(withPart(toMessage(mailAt(1)), 'quoted')).not.toHaveProperty('isCut')
})

test('the export has every message whole', async () => {
  const mails = Array.from({ length: 25 }, (_, n) => mailAt(n, { text: 'a'.repeat(90_000) }))
  const texts = await Array.fromAsync(
    wholeConversation(stored, mails, conversation(mails).load),
    ({ text }) => text.length,
  )
  expect(texts).toEqual([5, ...Array(25).fill(90_000)])
})

test('a page of the worst fifty mails has at most 100 KB; of an ordinary one nothing that is listed is left out', () => {
  const suggestion = {
    inquiry: 'a'.repeat(24),
    name: 'Zoë'.repeat(30),
    email: `${'z'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example`,
    receivedAt: 'x'.repeat(24),
  }
  const about = {
    ...{ inboundState: 'unmatched' as const, reason: 'There is no open inquiry of this address.', inquiry: null },
    suggestions: Array.from({ length: 5 }, () => ({ ...suggestion, reason: 'name' as const })),
  }
  // An address that mail can be sent to, and a text in the place of one.
  for (const { address } of [worst.from!, { address: '王'.repeat(998) }]) {
    const from = { name: worst.from!.name, address }
    const reply_to = Array.from({ length: 5 }, () => from)
    const page = Array.from({ length: 50 }, (_, n) =>
      listed({ ...toMessage(mailAt(n, { ...worst, from, reply_to })), ...about }),
    )
    expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(maxInboundPageBytes)
    expect(page[0]!.cut).toEqual(['text', 'quoted', 'people', 'files'])
    if (address === worst.from!.address) expect(page[0]!.from.address).toBe(address)
  }
  const ordinary = listed({ ...toMessage(mailAt(1)), ...about, suggestions: about.suggestions.slice(0, 2) })
  expect(ordinary).toMatchObject({ excerpt: 'mail 1', subject: 'Re', from: { name: 'Zoë' }, attachments: [] })
  expect(ordinary.suggestions).toHaveLength(2)
  expect(ordinary.cut).toEqual(['text'])
  // Few, and yet too long for a list.
  const [to, attachments] = [worst.to!.slice(0, 9), worst.attachments!.slice(0, 9)]
  const unnamed = listed({ ...toMessage(mailAt(1, { to, attachments })), ...about })
  expect(unnamed).toMatchObject({ to: [], attachments: [], cut: ['text', 'people', 'files'] })
})
