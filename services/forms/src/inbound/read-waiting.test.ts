import { ObjectId } from 'mongodb'
import { expect, test } from 'vitest'
import type { InboundMail } from './inbound-mail'
import type { Place } from './place-mail'
import { readMail } from './read-mail'
import { readWaiting } from './read-waiting'
import type { Placement } from './waiting-mails'

const inquiry = new ObjectId()
const file = `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nHi\r\n--b\r\nContent-Type: application/pdf; name=a.pdf\r\n\r\n%PDF\r\n--b--\r\n`

function setup(
  texts: string[],
  change: { lost?: number; missing?: number; fails?: string; isGone?: boolean; msEach?: number } = {},
) {
  const done: string[] = []
  const mails = texts.map((text, n): InboundMail => {
    const about = {
      state: 'waiting' as const,
      due_at: new Date(n),
      received_at: new Date(n),
      sender: 'zoe@club.example',
    }
    return { _id: new ObjectId(), keys: [], raw: new ObjectId(), size: text.length, attempts: 1, ...about }
  })
  const nameOf = (id: ObjectId) => mails.findIndex((mail) => mail._id.equals(id))
  const raws = new Map(mails.map(({ raw }, n) => [raw.toHexString(), Buffer.from(texts[n]!)]))
  if (change.missing !== undefined) raws.delete(mails[change.missing]!.raw.toHexString())
  const placements: Placement[] = []
  let batches = [mails]
  const step = (name: string) => {
    done.push(name)
    if (name.split(' ')[0] === change.fails) throw new Error('database busy')
  }
  let now = 0
  const reading = readWaiting({
    clock: () => (now += change.msEach ?? 0),
    waiting: {
      async claim() {
        const [batch = [], ...rest] = batches
        batches = rest
        return batch
      },
      async place(given) {
        step(`place ${given.length}`)
        placements.push(...given)
        const ours = given.filter((_, n) => n !== change.lost)
        return new Set(ours.map(({ mail }) => mail._id.toHexString()))
      },
      postpone: async (given) => void step(`postpone ${given.length}`) as never,
    },
    journal: {
      pending: async () => [],
      settled: async (ids) => void step(`settled ${ids.map(nameOf)}`) as never,
      release: async (ids) => void step(`release ${ids.map(nameOf)}`) as never,
    },
    files: {
      read: async () => raws,
      async add(given) {
        step(`add ${given.map(({ metadata }) => nameOf(metadata.mail))}`)
        return given.map(() => new ObjectId())
      },
      remove: async (ids) => step(`remove ${ids.length}`),
      removeOthers: async () => step('remove others'),
    },
    conversations: {
      async receive(answers) {
        step(`receive ${answers.map(({ newest }) => nameOf(newest.id))}`)
        return new Set(change.isGone ? [] : [inquiry.toHexString()])
      },
    },
    words: { renew: async (ids) => step(`renew ${ids.length}`) },
    read: readMail,
    place: async ({ content }): Promise<Place> =>
      content.subject === 'answer'
        ? { state: 'threaded', reason: '', conversation: { _id: inquiry, spam: false, created_at: new Date(0) } }
        : { state: 'unmatched', reason: '' },
    addresses: { suppress: async () => {} },
    log: { info() {}, warn() {} },
  })
  return { reading, done, placements }
}

test('mails are placed by one write, and their inquiries are told in the order in which they came', async () => {
  const { reading, done, placements } = setup([
    `Subject: answer\r\n${file}`,
    'Subject: other\r\n\r\nHi\r\n',
    'Subject: answer\r\n\r\nHo\r\n',
  ])
  await reading.all()
  expect(done).toEqual(['add 0', 'place 3', 'receive 0,2', 'settled 0,2'])
  expect(placements.map(({ change }) => change)).toMatchObject([
    { state: 'threaded', inquiry, is_pending: true, attachments: [{ name: 'a.pdf', file: expect.any(ObjectId) }] },
    { state: 'unmatched', inquiry: null, attachments: [] },
    { state: 'threaded', text: 'Ho', is_pending: true },
  ])
  expect(placements[1]!.change).not.toHaveProperty('is_pending')
})

test('what another worker has placed is told by that one, and leaves no files', async () => {
  const { reading, done } = setup([`Subject: answer\r\n${file}`, 'Subject: answer\r\n\r\nHo\r\n'], { lost: 0 })
  await reading.all()
  expect(done).toEqual(['add 0', 'place 2', 'remove 1', 'receive 1', 'settled 1'])
})

test('answers to an inquiry that was deleted meanwhile are taken out of it', async () => {
  const { reading, done } = setup(['Subject: answer\r\n\r\nHi\r\n'], { isGone: true })
  await reading.all()
  expect(done).toEqual(['place 1', 'receive 0', 'release 0'])
})

test.each([
  ['a raw mail that is not complete', { missing: 1 }, ['postpone 2']],
  ['a failure before they are placed', { fails: 'place' }, ['place 2', 'postpone 2']],
  ['a failure before their inquiry knows', { fails: 'receive' }, ['place 2', 'receive 0,1', 'postpone 2']],
])('%s postpones the mails that were read together', async (_, change, steps) => {
  const { reading, done } = setup(['Subject: answer\r\n\r\nHi\r\n', 'Subject: answer\r\n\r\nHo\r\n'], change)
  await reading.all()
  expect(done).toEqual(steps)
})

test('what was read is placed while a mail that takes long to read is still to come', async () => {
  const texts = ['answer', 'other', 'answer'].map((subject) => `Subject: ${subject}\r\n\r\nHi\r\n`)
  const { reading, done } = setup(texts, { msEach: 300 })
  await reading.all()
  expect(done).toEqual(['place 2', 'receive 0', 'settled 0', 'place 1', 'receive 2', 'settled 2'])
})
