import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type DeliveryStand, startDeliveryStand } from '../support/delivery-stand'
import { until } from '../support/until'

let stand: DeliveryStand
beforeAll(async () => {
  stand = await startDeliveryStand()
})
afterEach(() => stand.reset())
afterAll(() => stand?.stop())

test.each([
  ['rcpt', 550],
  ['dot', 552],
  ['dot', 554],
] as const)('F27: a %s refused with %d is failed at once, with the reason on the record', async (step, code) => {
  stand.smtp.play((at) => (at === step ? code : undefined))
  const id = await stand.post()
  await stand.startWorker()
  await stand.mailIs(id, 'failed')
  expect(await stand.read(id)).toMatchObject({
    mail_state: 'failed',
    mail_error: `The mail server answered ${code}.`,
    mails: [{ attempts: 1, due_at: null }],
  })
  expect(stand.arrived(id)).toEqual([])
})

test('F26: what the server refuses for now is tried again later, and then gets through', async () => {
  const moves = [
    ['greeting', 421],
    ['greeting', 554],
    ['rcpt', 450],
    ['dot', 451],
  ] as const
  const left: (readonly [string, number])[] = [...moves]
  stand.smtp.play((step) => {
    const at = left.findIndex(([one]) => one === step)
    return at < 0 ? undefined : left.splice(at, 1)[0]![1]
  })
  const ids = await Promise.all(moves.map(() => stand.post()))
  await stand.startWorker()
  const booked = await until('a failure to be booked', async () => {
    const found = await stand.collection().findOne({ mail_error: /answered (421|554|450|451)/, mail_state: 'pending' })
    return found ?? undefined
  })
  const wait = booked.mails[0].due_at.getTime() - Date.now()
  expect(wait).toBeGreaterThan(4_000)
  expect(wait).toBeLessThan(13_000)
  await until('every refusal', async () => {
    await stand.timePasses()
    return left.length === 0
  })
  await stand.timePasses()
  for (const id of ids) await stand.mailIs(id, 'sent')
  expect(await stand.collection().countDocuments({ mail_state: 'sent', mail_error: null })).toBeGreaterThanOrEqual(4)
  for (const id of ids) expect(stand.arrived(id).length).toBe(1)
})

test('F29: a link that drops after the mail was taken makes one repetition with the same Message-ID', async () => {
  let dropped = false
  stand.smtp.play((step) => {
    if (step !== 'dot' || dropped) return undefined
    dropped = true
    return 'drop'
  })
  const id = await stand.post()
  await stand.startWorker()
  await until('the first', async () => stand.arrived(id).length === 1)
  await until('the failure', async () => (await stand.read(id))?.mail_error)
  await stand.timePasses()
  await stand.mailIs(id, 'sent')
  const ids = stand.arrived(id).map(({ messageId }) => messageId)
  expect(ids.length).toBe(2)
  expect(new Set(ids).size).toBe(1)
})

test('F25: told to stop with fifty mails under way, workers finish or return what they hold within 40 s, and none goes twice', async () => {
  const ids = await Promise.all(Array.from({ length: 120 }, () => stand.post()))
  let underWay = 0
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  stand.smtp.play(async (step) => {
    if (step !== 'dot') return undefined
    underWay++
    await finished
    return undefined
  })
  const crowd = await Promise.all(Array.from({ length: 9 }, () => stand.startWorker()))
  await until('fifty at once', async () => underWay >= 50, 30_000)
  const startedAt = performance.now()
  const stopped = Promise.all(crowd.map((worker) => worker.stop('SIGTERM')))
  setTimeout(finish, 3_000)
  await stopped
  expect(performance.now() - startedAt).toBeLessThan(40_000)
  expect(await Promise.all(crowd.map(({ exited }) => exited))).toEqual(crowd.map(() => 0))
  expect(await stand.collection().countDocuments({ 'mails.state': 'sending' })).toBe(0)
  stand.smtp.play(() => undefined)
  await stand.startWorker()
  await stand.timePasses()
  for (const id of ids) await stand.mailIs(id, 'sent', 40_000)
  for (const id of ids) expect(stand.arrived(id).length).toBe(1)
}, 180_000)
