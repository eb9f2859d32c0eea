import { createHmac } from 'node:crypto'
import type { HookMeaning, HookSource } from '@app/contracts/incoming-hooks'
import type { TableSchema } from '@app/contracts/table-schema'
import { expect, test } from 'vitest'
import { guardians, lessons, students } from '../seed/school'
import { personId, testApp } from '../test-app.fixture'
import { manageIncomingHooks } from './manage-incoming-hooks'
import { acuity, calCom, calendly, square } from './payloads.fixture'

const at = '2026-05-01T09:00:00.000Z'
const owner = personId('ada')

const setup = testApp()
const studentsMeaning: HookMeaning = {
  externalId: 'payload.uri',
  formerId: 'payload.old_invitee',
  mapping: { 'payload.name': 'name', 'payload.email': 'email' },
  match: 'email',
  words: {},
  constants: { level: 'beginner', birth_date: '2000-01-01' },
}

/** Hooks into a table. */
async function desk(schema: TableSchema, options: Parameters<typeof setup>[0] = {}) {
  const app = await setup({ tables: [schema], ...options })
  const { runner, jobs, collection, rows } = app
  // A job whose lane was busy is found by polling.
  runner.start()
  const hooks = manageIncomingHooks(app.incomingHooks)
  const finished = async () => {
    for (const { job } of await collection('received_deliveries').find().toArray())
      if (await jobs.find(job)) await runner.settled(job, 10_000)
  }
  return {
    ...{ hooks, app, runner, jobs },
    rows: () => rows(),
    async hook(source: HookSource, meaning: Partial<HookMeaning> = {}, signingKey?: string) {
      const created = await hooks.create(owner, { name: source, source, table: schema.name, signingKey, ...meaning })
      const url = created.url!
      const token = url.slice(url.lastIndexOf('/') + 1)
      const send = async (body: unknown, headers: Record<string, string> = {}) => {
        const text = typeof body === 'string' ? body : JSON.stringify(body)
        const parsed = typeof body === 'string' ? Object.fromEntries(new URLSearchParams(body)) : body
        const taken = await hooks.receive(token, { headers: new Headers(headers), text, body: parsed })
        await finished()
        return taken
      }
      const latest = async () => (await hooks.deliveries(created.id, 1)).data[0]!
      return { ...created, send, latest }
    },
    async undo(job: string) {
      const { id } = await runner.undo(job, { id: owner, email: '', requestId: '' })
      return runner.settled(id, 10_000)
    },
    async decide(id: string, delivery: string, decision: 'create' | 'record' | 'again' | 'ignore', record?: string) {
      await hooks.decide(owner, id, delivery, { row: 0, decision, ...(record && { record }) })
      await finished()
    },
  }
}
const student = (id: string, name: string, email: string) => ({
  ...{ id, name, email, level: 'advanced', birth_date: '2000-01-01', created_at: at, updated_at: at },
})

test('a booking of Calendly becomes a student once; what staff changed since is kept', async () => {
  const school = await desk(students)
  const { send, latest } = await school.hook('calendly', studentsMeaning)
  const ada = { name: 'Ada', email: 'ada@example.com' }
  await send(calendly('1', ada))
  expect(await school.rows()).toMatchObject([{ ...ada, level: 'beginner' }])
  const [row] = await school.rows()
  await school.app.put({ ...row!, name: 'Ada Lovelace', level: 'advanced' })
  await send(calendly('1', ada))
  expect(await latest()).toMatchObject({ state: 'done', rows: [{ state: 'unchanged', record: row!.id }], jobs: [] })
  await send(calendly('1', { ...ada, email: 'countess@example.com' }))
  expect(await school.rows()).toMatchObject([
    { name: 'Ada Lovelace', email: 'countess@example.com', level: 'advanced' },
  ])
})

test('doubtful bookings wait for a person, who says what they are', async () => {
  const [mother, other] = ['a', 'b'].map((digit) => digit.repeat(24)) as [string, string]
  const records = [student(mother, 'Mary', 'mary@example.com'), student(other, 'Tom', 'tom@example.com')]
  const school = await desk(students, { records })
  const { id, send, latest } = await school.hook('calendly', studentsMeaning)
  await send(calendly('1', { name: 'Little Mary', email: 'mary@example.com' }))
  expect(await latest()).toMatchObject({
    state: 'waiting',
    rows: [{ reason: 'A record with another name has this Email', candidates: [{ id: mother, label: 'Mary' }] }],
  })
  await school.decide(id, (await latest()).id, 'create')
  expect((await school.rows()).map(({ name }) => name).toSorted()).toEqual(['Little Mary', 'Mary', 'Tom'])

  await send(calendly('2', { name: 'Tom', email: 'tom@work.example' }))
  expect(await latest()).toMatchObject({ state: 'waiting', rows: [{ candidates: [{ id: other, label: 'Tom' }] }] })
  const waiting = (await latest()).id
  await expect(school.decide(id, waiting, 'record', 'f'.repeat(24))).rejects.toThrow('Choose a record that exists')
  await school.decide(id, waiting, 'record', other)
  expect(await school.app.row(other)).toMatchObject({ email: 'tom@work.example', level: 'advanced' })
  await expect(school.decide(id, waiting, 'create')).rejects.toThrow('does not wait any more')

  await send(calendly('3', { name: 'X', email: 'no address' }))
  expect((await latest()).rows[0]!.reason).toMatch(/Name .*Email/s)
  await school.decide(id, (await latest()).id, 'ignore')
  expect(await latest()).toMatchObject({ state: 'done', rows: [{ state: 'ignored' }] })
  expect(await school.rows()).toHaveLength(3)
})

test('one undo takes a delivery back, and the booking that comes again waits', async () => {
  const school = await desk(students)
  const { id, send, latest } = await school.hook('calendly', studentsMeaning)
  const ada = { name: 'Ada', email: 'ada@example.com' }
  await send(calendly('1', ada))
  const { jobs } = await latest()
  expect(jobs).toHaveLength(1)
  await school.undo(jobs[0]!)
  expect(await school.rows()).toEqual([])
  expect(await latest()).toMatchObject({ isUndone: true })
  await send(calendly('1', ada))
  expect(await latest()).toMatchObject({ state: 'waiting', rows: [{ reason: 'Its record was deleted' }] })
  await school.decide(id, (await latest()).id, 'create')
  expect(await school.rows()).toMatchObject([ada])
})

test('deliveries are kept until it is known what they mean, and are imported then', async () => {
  const school = await desk(lessons)
  const { id, send } = await school.hook('cal.com')
  await send(calCom('u1', 'BOOKING_CREATED'))
  expect(await school.rows()).toEqual([])
  const details = await school.hooks.read(id)
  expect(details).toMatchObject({
    state: 'learning',
    columns: expect.arrayContaining([{ name: 'payload.uid', samples: ['u1'] }]),
  })
  const proposed = details.proposed!
  expect(proposed).toMatchObject({
    externalId: 'payload.uid',
    mapping: {
      'payload.title': 'title',
      'payload.startTime': 'starts_at',
      'payload.length': 'minutes',
      triggerEvent: 'cancelled',
    },
    words: { triggerEvent: { BOOKING_CREATED: 'No', BOOKING_CANCELLED: 'Yes' } },
  })
  const meaning = {
    ...proposed,
    mapping: { ...proposed.mapping, 'payload.location': 'place' },
    constants: { kind: 'private' },
  }
  expect((await school.hooks.preview(owner, id, meaning)).data).toMatchObject([
    { externalId: 'u1', state: 'created', values: { kind: 'private', place: 'roseville', cancelled: false } },
  ])
  expect(await school.rows()).toEqual([])
  await school.hooks.change(owner, id, { name: 'Cal.com', state: 'active', ...meaning })
  await expect
    .poll(school.rows)
    .toMatchObject([{ kind: 'private', minutes: 60, starts_at: '2026-12-12T18:00:00.000Z' }])

  // Moved, then canceled: the same lesson.
  await send(calCom('u2', 'BOOKING_RESCHEDULED', { rescheduleUid: 'u1', startTime: '2026-12-13T18:00:00Z' }))
  expect(await school.rows()).toMatchObject([{ starts_at: '2026-12-13T18:00:00.000Z', cancelled: false }])
  await send(calCom('u2', 'BOOKING_CANCELLED', { startTime: '2026-12-13T18:00:00Z' }))
  expect(await school.rows()).toMatchObject([{ cancelled: true }])
  await school.hooks.change(owner, id, { name: 'Cal.com', state: 'paused', ...meaning })
  await send(calCom('u3', 'BOOKING_CREATED'))
  expect(await school.rows()).toHaveLength(1)
})

test('a booking that Calendly moves keeps its record, in either order', async () => {
  const meaning = {
    ...studentsMeaning,
    mapping: {
      'payload.scheduled_event.name': 'title',
      'payload.scheduled_event.start_time': 'starts_at',
      event: 'cancelled',
    },
    match: null,
    words: { event: { 'invitee.created': 'No', 'invitee.canceled': 'Yes' } },
    constants: { place: 'roseville' },
  }
  const ada = { name: 'Ada', email: 'ada@example.com' }
  const uri = (id: string) => calendly(id, ada).payload.uri
  const moved = { ...calendly('1', ada, { rescheduled: true, new_invitee: uri('2') }), event: 'invitee.canceled' }
  const later = calendly('2', ada, {
    old_invitee: uri('1'),
    scheduled_event: { name: 'Private lesson', start_time: '2026-12-19T18:00:00Z' },
  })
  for (const order of [
    [moved, later],
    [later, moved],
  ]) {
    const school = await desk(lessons)
    const { send } = await school.hook('calendly', meaning)
    await send(calendly('1', ada))
    for (const one of order) await send(one)
    expect(await school.rows()).toMatchObject([{ starts_at: '2026-12-19T18:00:00.000Z', cancelled: false }])
    await send({ ...calendly('2', ada), event: 'invitee.canceled' })
    expect(await school.rows()).toMatchObject([{ cancelled: true }])
  }
})

test('bookings of Acuity and Square are taken as they are documented', async () => {
  const school = await desk(lessons)
  const fixed = { title: 'Booked at Acuity', place: 'roseville', starts_at: '2026-12-12T18:00:00Z' }
  const byForm = await school.hook('acuity', {
    mapping: { action: 'cancelled' },
    words: { action: { scheduled: 'No', canceled: 'Yes' } },
    constants: fixed,
  })
  await byForm.send(acuity('scheduled', 7))
  await byForm.send(acuity('canceled', 7))
  await byForm.send(acuity('canceled', 8))
  expect(await school.rows()).toMatchObject([{ title: 'Booked at Acuity', cancelled: true }])
  expect(await byForm.latest()).toMatchObject({
    state: 'waiting',
    rows: [{ reason: expect.stringContaining('canceled') }],
  })

  const other = await desk(lessons)
  const hook = await other.hook('square', {
    mapping: { 'data.object.booking.start_at': 'starts_at', 'data.object.booking.status': 'cancelled' },
    words: { 'data.object.booking.status': { ACCEPTED: 'No', CANCELLED_BY_CUSTOMER: 'Yes' } },
    constants: { title: 'Booked at Square', place: 'roseville' },
  })
  await hook.send(square('b1', 'booking.created', 'ACCEPTED'))
  await hook.send(square('b1', 'booking.updated', 'ACCEPTED', '2026-12-14T18:00:00Z'))
  await hook.send(square('b1', 'booking.updated', 'CANCELLED_BY_CUSTOMER', '2026-12-14T18:00:00Z'))
  expect(await other.rows()).toMatchObject([{ starts_at: '2026-12-14T18:00:00.000Z', cancelled: true }])
})

test('a delivery that is not signed as its source documents is refused', async () => {
  const key = 'signing-key'
  const sign = (text: string) => createHmac('sha256', key).update(text)
  const body = { triggerEvent: 'PING' }
  const text = JSON.stringify(body)
  const time = Math.floor(Date.now() / 1_000)
  const school = await desk(lessons)
  const headersOf: [HookSource, (url: string) => Record<string, string>][] = [
    ['calendly', () => ({ 'calendly-webhook-signature': `t=${time},v1=${sign(`${time}.${text}`).digest('hex')}` })],
    ['cal.com', () => ({ 'x-cal-signature-256': sign(text).digest('hex') })],
    ['acuity', () => ({ 'x-acuity-signature': sign(text).digest('base64') })],
    ['square', (url) => ({ 'x-square-hmacsha256-signature': sign(url + text).digest('base64') })],
  ]
  for (const [source, headers] of headersOf) {
    const hook = await school.hook(source, {}, key)
    await expect(hook.send(body)).rejects.toThrow('signature')
    await expect(hook.send({ ...body, more: 1 }, headers(hook.url!))).rejects.toThrow('signature')
    expect(await hook.send(body, headers(hook.url!))).toEqual({ delivery: expect.any(String) })
  }
  const stale = `t=${time - 600},v1=${sign(`${time - 600}.${text}`).digest('hex')}`
  const hook = await school.hook('calendly', {}, key)
  await expect(hook.send(body, { 'calendly-webhook-signature': stale })).rejects.toThrow('signature')
  await expect(school.hooks.receive('x'.repeat(43), { headers: new Headers(), text, body })).rejects.toThrow(
    'no such hook',
  )
})

test('a mapping that does not fit the table is refused', async () => {
  const school = await desk(lessons)
  const { id } = await school.hook('other')
  const save = (mapping: Record<string, string>, match: string | null = null) =>
    school.hooks.change(owner, id, { ...studentsMeaning, name: 'x', state: 'active', constants: {}, mapping, match })
  await expect(save({ a: 'price', b: 'price' })).rejects.toThrow('Two columns')
  await expect(save({ a: 'unheard_of' })).rejects.toThrow('cannot be imported')
  await expect(save({ a: 'id' })).rejects.toThrow('ID')
  await expect(save({ a: 'title' }, 'price')).rejects.toThrow('matched only')
  await expect(school.hooks.create(owner, { name: 'x', source: 'other', table: 'users' })).rejects.toThrow(
    'cannot be imported',
  )
  await expect(
    school.hooks.create(owner, { name: 'x', source: 'calendar', table: 'lessons', address: 'http://10.0.0.1/a.ics' }),
  ).rejects.toThrow('https')
})

test('numbers that name a booking are never rounded, and a list is one delivery of several bookings', async () => {
  const school = await desk(lessons)
  const { url } = await school.hook('other', {
    ...{ externalId: 'id', mapping: { name: 'title' }, match: null },
    constants: { place: 'roseville', starts_at: '2026-12-12T18:00:00Z' },
  })
  const path = new URL(url!).pathname
  const post = async (body: string, type: string) => {
    const { status } = await school.app.send(path, { method: 'POST', headers: { 'content-type': type }, body })
    return status
  }
  const titles = async () => (await school.rows()).map(({ title }) => title).sort()
  expect(await post('{"id":12345678901234567890,"name":"One"}', 'application/json')).toBe(202)
  expect(await post('{"id":12345678901234567891,"name":"Two"}', 'application/cloudevents+json')).toBe(202)
  await expect.poll(titles).toEqual(['One', 'Two'])
  expect(await post('[{"id":3,"name":"Three"},{"id":4,"name":"Four"}]', 'text/plain')).toBe(202)
  await expect.poll(titles).toEqual(['Four', 'One', 'Three', 'Two'])
  expect(await post('[]', 'application/json')).toBe(400)
  expect(await post(JSON.stringify(Array(101).fill({ id: 1 })), 'application/json')).toBe(400)
  expect(await post('<x/>', 'application/xml')).toBe(415)
  for (const method of ['GET', 'HEAD'])
    expect([method, (await school.app.send(path, { method })).status]).toEqual([method, 200])
  expect((await school.app.send(path.replace(/.$/, path.endsWith('A') ? 'B' : 'A'))).status).toBe(404)
})

const guardedMeaning: HookMeaning = {
  ...studentsMeaning,
  mapping: { 'payload.name': 'name', 'payload.email': 'email', 'payload.timezone': 'notes' },
  match: 'name',
}

test('a hook changes how a person is reached only on records that it has created, unless somebody confirms it for signed ones', async () => {
  const ada = 'a'.repeat(24)
  const school = await desk(students, { records: [student(ada, 'Ada', 'ada@example.com')] })
  const { id, send, latest } = await school.hook('calendly', guardedMeaning)
  const attack = { name: 'Ada', email: 'eve@evil.example' }
  await send(calendly('1', attack))
  expect(await latest()).toMatchObject({
    state: 'waiting',
    rows: [{ reason: 'It would change Email of a record that it did not create', candidates: [{ id: ada }] }],
  })
  // Neither does it at the second attempt, or after what else it said was imported.
  await school.decide(id, (await latest()).id, 'ignore')
  await send(calendly('2', { name: 'Ada', email: 'ada@example.com' }))
  await send(calendly('2', attack))
  expect((await latest()).rows[0]).toMatchObject({ state: 'waiting' })
  expect(await school.app.row(ada)).toMatchObject({ email: 'ada@example.com' })
  // A person says that it is right.
  await school.decide(id, (await latest()).id, 'record', ada)
  expect(await school.app.row(ada)).toMatchObject({ email: 'eve@evil.example' })

  const change = { name: 'calendly', state: 'active' as const, ...guardedMeaning, changesContacts: true }
  await expect(school.hooks.change(owner, id, change)).rejects.toMatchObject({ code: 'invalid_input' })
})

test.each([
  ['name', 'Eve', 'Full Name'],
  ['birth_date', '1999-01-01', 'Date of birth'],
])('a hook that found a student by their email changes no %s', async (field, value, title) => {
  const ada = 'a'.repeat(24)
  const school = await desk(students, { records: [student(ada, 'Ada', 'ada@example.com')] })
  const { send, latest } = await school.hook('calendly', {
    ...{ ...studentsMeaning, constants: {} },
    mapping: { 'payload.name': 'name', 'payload.email': 'email', 'payload.timezone': 'birth_date' },
  })
  const known = { name: 'Ada', email: 'ada@example.com', birth_date: '2000-01-01' }
  const booking = ({ birth_date: timezone, ...rest }: typeof known) => calendly('1', rest, { timezone })
  await send(booking(known))
  await send(booking({ ...known, [field]: value }))
  expect((await latest()).rows[0]).toMatchObject({
    ...{ state: 'waiting', reason: `It would change ${title} of a record that it did not create` },
  })
  expect(await school.app.row(ada)).toMatchObject(known)
})

test.each([
  ['second_contact', 'Second contact'],
  ['pickup_note', 'Pick-up note'],
])('a hook does not say who may collect a child: %s', async (field, title) => {
  const ana = 'a'.repeat(24)
  const record = { id: ana, name: 'Ana', email: 'ana@example.com', [field]: 'Ben only', created_at: at, updated_at: at }
  const school = await desk(guardians, { records: [record] })
  const { send, latest } = await school.hook('calendly', {
    ...{ ...studentsMeaning, constants: {} },
    mapping: { 'payload.name': 'name', 'payload.email': 'email', 'payload.timezone': field },
  })
  await send(calendly('1', { name: 'Ana', email: 'ana@example.com' }, { timezone: 'Mallory' }))
  expect((await latest()).rows[0]).toMatchObject({
    ...{ state: 'waiting', reason: `It would change ${title} of a record that it did not create` },
  })
  expect(await school.app.row(ana)).toMatchObject({ [field]: 'Ben only' })
})

test('what a person confirmed for a signed hook ends with its key', async () => {
  const ada = 'a'.repeat(24)
  const school = await desk(students, { records: [student(ada, 'Ada', 'ada@example.com')] })
  const key = 'k'.repeat(32)
  const { id, send } = await school.hook(
    'cal.com',
    { ...guardedMeaning, externalId: 'id', mapping: { name: 'name', email: 'email' } },
    key,
  )
  const meaning = { ...guardedMeaning, externalId: 'id', formerId: null, mapping: { name: 'name', email: 'email' } }
  const change = { name: 'cal.com', state: 'active' as const, ...meaning }
  expect(await school.hooks.change(owner, id, { ...change, changesContacts: true })).toMatchObject({
    changesContacts: true,
  })
  const signed = (body: object) => {
    const text = JSON.stringify(body)
    return send(body, { 'x-cal-signature-256': createHmac('sha256', key).update(text).digest('hex') })
  }
  await signed({ id: '1', name: 'Ada', email: 'ada@work.example' })
  expect(await school.app.row(ada)).toMatchObject({ email: 'ada@work.example' })
  expect(await school.hooks.change(owner, id, { ...change, signingKey: '' })).toMatchObject({
    ...{ signed: false, changesContacts: false },
  })
  await send({ id: '2', name: 'Ada', email: 'eve@evil.example' })
  expect(await school.app.row(ada)).toMatchObject({ email: 'ada@work.example' })
})
