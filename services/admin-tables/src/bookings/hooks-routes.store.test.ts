import type { IncomingHookDetails } from '@app/contracts/incoming-hooks'
import { expect, test } from 'vitest'
import { students } from '../seed/school'
import { personId, testApp } from '../test-app.fixture'
import { calendly } from './payloads.fixture'
import { type Booking, receivedBookings } from './received-bookings'

const setup = testApp()
const delivery = calendly('1', { name: 'Ada', email: 'ada@example.com' })

async function desk() {
  const app = await setup({ tables: [students] })
  const post = async (path: string, body: unknown = {}, who = 'ada') => {
    const answer = await app.send(path, { who, method: 'POST', body })
    return { status: answer.status, body: (await answer.json().catch(() => ({}))) as { id: string; url: string } }
  }
  const create = async (name: string) => {
    const { body } = await post('/api/incoming-hooks', { name, source: 'calendly', table: 'students' })
    return { ...body, path: `/api/incoming-hooks/${body.id}` }
  }
  const deliver = async (url: string) => (await post(new URL(url).pathname, delivery, '')).status
  const stored = async (name: 'deliveries' | 'bookings', hook: string) =>
    app.collection(`received_${name}`).countDocuments({ hook })
  return { ...app, post, create, deliver, stored }
}

test('an address that was replaced takes no deliveries any more, the new one does', async () => {
  const { post, create, deliver, stored, audited } = await desk()
  const { id, url, path } = await create('Calendly')
  const [former, status] = [await deliver(url), 404]
  expect(former).toBeLessThan(300)
  const { body: replaced } = await post(`${path}/address`, {}, 'eve')
  expect(replaced.url).not.toBe(url)
  expect(await deliver(url)).toBe(status)
  expect(await deliver(replaced.url)).toBe(former)
  expect(await stored('deliveries', id)).toBe(2)
  expect((await audited()).at(-1)).toMatchObject({ who: 'eve@example.com' })
})

test('what was read in the most likely way is shown with its delivery', async () => {
  const { send, create } = await desk()
  const { url, path } = await create('Form')
  const deliver = async (type: string, body: string) =>
    (await send(new URL(url).pathname, { who: '', method: 'POST', body, headers: { 'content-type': type } })).status
  expect(await deliver('application/x-www-form-urlencoded', 'name=Zo%EB')).toBe(202)
  expect(await deliver('application/json', '{"name":"Zoë","name":"Ann"}')).toBe(202)
  const { data } = (await (await send(`${path}/deliveries`)).json()) as { data: object[] }
  expect(data).toMatchObject([
    {
      notes: [expect.stringContaining('several values of one name: “name”')],
      rows: [{ cells: { 'name (2)': 'Zoë', name: 'Ann' } }],
    },
    { notes: [expect.stringContaining('read as windows-1252')], rows: [{ cells: { name: 'Zoë' } }] },
  ])
})

test('a delivery that has no room for all of its bookings is refused, and nothing of it is stored', async () => {
  const { post, create, stored } = await desk()
  const { id, url } = await create('Site')
  const booking = { ['p'.repeat(190)]: Object.fromEntries(Array.from({ length: 290 }, (_, at) => [`n${at}`, 1])) }
  const send = (bookings: number) => post(new URL(url).pathname, Array(bookings).fill(booking), '')
  expect((await send(9)).status).toBe(202)
  expect(await send(10)).toMatchObject({ status: 413, body: { code: 'payload_too_large' } })
  expect(await stored('deliveries', id)).toBe(1)
})

test('a hook that was sent other names each time is shown, with those that its source is known to send', async () => {
  const { post, send, create, deliver } = await desk()
  const { url, path } = await create('Site')
  await deliver(url)
  for (let sent = 1; sent < 20; sent++) {
    const booking = Object.fromEntries(
      Array.from({ length: 290 }, (_, at) => [`n${sent} ${at}`.padEnd(190, '.'), '王'.repeat(200)]),
    )
    expect((await post(new URL(url).pathname, booking, '')).status).toBe(202)
  }
  const answer = await send(path)
  expect(answer.status).toBe(200)
  const { columns, proposed } = (await answer.json()) as IncomingHookDetails
  expect(columns).toHaveLength(300)
  expect(proposed).toMatchObject({ externalId: 'payload.uri', mapping: { 'payload.email': 'email' } })
  expect(columns[0]).toEqual({ name: expect.stringMatching(/^n19 /), samples: ['王'.repeat(200)] })
})

test('of two addresses that are made at the same moment one is valid', async () => {
  const { post, create, deliver } = await desk()
  const { path } = await create('Calendly')
  const made = await Promise.all([post(`${path}/address`), post(`${path}/address`, {}, 'eve')])
  const taken = await Promise.all(made.map(({ body }) => deliver(body.url)))
  expect(taken.filter((status) => status === 404)).toHaveLength(1)
})

test('with a hook go its deliveries and what is known of its bookings, those of others and the records stay', async () => {
  const { send, collection, create, deliver, stored, put, rows } = await desk()
  const [gone, kept] = [await create('Calendly'), await create('Other')]
  await put({ id: 'a'.repeat(24), name: 'Ada' })
  const bookings = receivedBookings(collection as never)
  for (const { id, url } of [gone, kept]) {
    await deliver(url)
    await bookings.complete(id, 'booking-1', 'a'.repeat(24), new Date(), { name: 'digest' })
  }
  expect((await send(gone.path, { who: 'sam', method: 'DELETE' })).status).toBe(403)
  expect((await send(gone.path, { method: 'DELETE' })).status).toBe(200)
  expect([await stored('deliveries', gone.id), await stored('bookings', gone.id)]).toEqual([0, 0])
  expect([await stored('deliveries', kept.id), await stored('bookings', kept.id)]).toEqual([1, 1])
  expect(await rows()).toMatchObject([{ name: 'Ada' }])
  expect(await deliver(gone.url)).toBe(404)
  expect((await send(gone.path)).status).toBe(404)
  expect((await send(gone.path, { method: 'DELETE' })).status).toBe(404)
})

test('nothing is known of bookings of erased records', async () => {
  const { collection } = await desk()
  const bookings = receivedBookings(collection as never)
  const [erased, other] = [personId('erased'), personId('other')]
  await bookings.complete('hook-1', 'booking-1', erased, new Date(), {})
  await bookings.begin('hook-2', 'booking-1', erased)
  await bookings.complete('hook-1', 'booking-2', other, new Date(), {})
  expect(await bookings.about([erased])).toHaveLength(2)
  await bookings.forget([erased])
  expect(await bookings.about([erased])).toEqual([])
  expect(await collection<Booking>('received_bookings').find().toArray()).toMatchObject([{ record: other }])
})
