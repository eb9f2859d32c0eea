import type { JobPage } from '@app/contracts/jobs'
import type { ReminderCalls } from '@app/contracts/lesson-reminders'
import { undoJobId } from '@app/jobs'
import { schoolDay } from '@app/school-time/school-day'
import { ObjectId } from 'mongodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Browser, createBrowser } from '../support/browser'
import { everyCase, nightlyTest } from '../support/cases'
import { inquiry } from '../support/inquiry'
import { command, killBefore } from '../support/kill-before'
import { adminEmail, type Product } from '../support/product'
import { startReplica } from '../support/replica'
import { removePeople, shareRecords } from '../support/shared-products'
import { signIn } from '../support/sign-in'
import { until } from '../support/until'

const teacherEmail = 'teacher@example.com'
let product: Product
let admin: Browser
let teacher: Browser

beforeAll(async () => {
  product = await shareRecords()
  admin = createBrowser(product.site)
  teacher = createBrowser(product.site)
  await signIn(admin, product, adminEmail)
  await signIn(teacher, product, teacherEmail)
  await give({ lessons: 'edit', instructors: 'view' })
})
afterAll(async () => {
  await removePeople(product)
  await product?.stop()
})

const give = (rights: object) =>
  product.db.collection('users').updateOne({ email: teacherEmail }, { $set: { role: 'staff', rights, exports: [] } })
const day = (later: number) => schoolDay(Date.now() + later * 86_400_000)
const create = async (table: string, body: object) =>
  String((await admin.post(`/api/tables/${table}`, body)).body['id'])
const key = () => ({ 'idempotency-key': crypto.randomUUID() })

let made = 0
/** A lesson with this many students, each with an address of their own, and one without. */
async function lesson(people: number, date = day(1), about: object = {}) {
  const at = new Date()
  const students = Array.from({ length: people + 1 }, (_, n) => ({
    _id: new ObjectId(),
    name: `Student ${n}`,
    birth_date: '1990-05-01',
    level: 'beginner',
    ...(n < people && { email: `s${made}-${n}@example.com` }),
    created_at: at,
    updated_at: at,
  }))
  made++
  await product.db.collection('students').insertMany(students)
  const ids = students.map(({ _id }) => _id.toHexString())
  const values = { title: `Lesson ${made}`, kind: 'group', place: 'roseville', starts_at: `${date}T20:00:00.000Z` }
  const id = await create('lessons', { ...values, minutes: 60, seats: 200, students: ids, ...about })
  return { id, addresses: students.flatMap(({ email }) => email ?? []), ids }
}
const sentTo = async (addresses: readonly string[]) =>
  (await product.mails()).map(({ to }) => to[0]!.address).filter((address) => addresses.includes(address))
const jobOf = (id: string) => product.db.collection('jobs').findOne({ _id: new ObjectId(id) })
const ended = (id: string) =>
  until('the end of the job', async () => {
    const job = await jobOf(id)
    return job && !['waiting', 'running'].includes(job['state']) && job
  })
/** Requested through admin-tables, also of a job that forms runs. */
async function undo(id: string) {
  expect(await admin.post(`/api/jobs/${id}/undo`, {})).toMatchObject({ status: 202, body: { undoes: id } })
  return ended(undoJobId(id))
}

/** More than a page of a list, by night. */
const people = everyCase ? 60 : 12

test('a mailing goes to the people of lessons, each once; a query selects as the list does', async () => {
  const { id, addresses, ids } = await lesson(people)
  const draft = {
    about: { table: 'lessons', query: 'q=Lesson+1&sort=title:asc&page=1' },
    to: ['students'],
    subject: 'Rain',
    text: 'Hi {first_name}',
  }
  const headers = key()
  const first = await admin.post('/api/forms/mailings', draft, headers)
  expect(first).toMatchObject({
    status: 201,
    body: { total: people, withoutAddress: [{ table: 'students', id: ids.at(-1), name: `Student ${people}` }] },
  })
  expect((await admin.post('/api/forms/mailings', draft, headers)).body).toEqual(first.body)
  expect(await ended(String(first.body['id']))).toMatchObject({
    state: 'done',
    done: people,
    skipped: [{ id: ids.at(-1) }],
  })
  await until('the mails', async () => (await sentTo(addresses)).length >= people)
  expect((await sentTo(addresses)).toSorted()).toEqual(addresses.toSorted())
  const named = { ...draft, about: { table: 'lessons', query: `q=Student+3&id=${id}` } }
  expect((await admin.post('/api/forms/mailings', named, key())).body).toMatchObject({ total: people })
})

// By day find-recipients.store.test.ts sees it.
nightlyTest('siblings share the mail to their guardians; who may not see guardians is told whom to call', async () => {
  const unit = crypto.randomUUID().slice(0, 8)
  const [mother, father] = [`mother-${unit}@example.com`, `father-${unit}@example.com`]
  const guardians = [
    await create('guardians', { name: 'Eve Brook', email: mother, phone: '(916) 555-0101' }),
    await create('guardians', { name: 'Rob Brook', email: father }),
    await create('guardians', { name: 'Pat Quinn', phone: '(916) 555-0102' }),
  ]
  const child = (name: string, ...of: number[]) =>
    create('students', { name, birth_date: '2017-05-01', level: 'beginner', guardians: of.map((n) => guardians[n]) })
  const ids = [await child('Ada', 0, 1), await child('Ben', 0), await child('Zoe', 2)]
  const draft = { about: { table: 'students', ids }, to: ['students'], subject: 'Rain', text: 'Hi {first_name}' }
  const sent = await admin.post('/api/forms/mailings', draft, key())
  const zoe = { table: 'students', id: ids[2], name: 'Zoe', guardian: 'Pat Quinn', phone: '(916) 555-0102' }
  expect(sent).toMatchObject({ status: 201, body: { total: 2, withoutAddress: [zoe] } })
  await until('the mails', async () => (await sentTo([mother, father])).length >= 2)
  expect((await sentTo([mother, father])).toSorted()).toEqual([father, mother])

  await give({ lessons: 'edit', students: 'view' })
  const limited = await teacher.post('/api/forms/mailings/recipients', { about: draft.about, to: draft.to })
  expect(limited).toMatchObject({ status: 200, body: { recipients: [] } })
  expect(JSON.stringify(limited.body)).not.toMatch(/555-|@/)
  expect((await teacher.get(`/api/forms/mailings/${sent.body['id']}`)).status).toBe(404)
  await give({ lessons: 'edit', instructors: 'view' })

  const minor = { name: 'Kim', birth_date: '2017-05-01', level: 'beginner' }
  expect(await admin.post('/api/tables/students', minor)).toMatchObject({
    status: 422,
    body: { fields: { guardians: 'Guardian is required' } },
  })
})

test('staff who may edit lessons only can write to nobody they may not see', async () => {
  const { id, ids, addresses } = await lesson(2)
  const draft = { about: { table: 'lessons', ids: [id] }, to: ['students'], subject: 'Hello', text: 'Hi' }
  const refused = [
    await teacher.post('/api/forms/mailings', draft, key()),
    await teacher.post('/api/forms/mailings', { ...draft, about: { table: 'students', ids } }, key()),
    await teacher.post('/api/forms/mailings', { ...draft, to: ['instructors', 'students'] }, key()),
    await teacher.post('/api/forms/mailings', { ...draft, recipients: [{ email: addresses[0] }] }, key()),
  ]
  expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 422])
  expect(await sentTo(addresses)).toEqual([])
})

nightlyTest('a mailing whose service is killed between two parts is continued, and nobody gets it twice', async () => {
  const { id, addresses } = await lesson(90)
  const draft = { about: { table: 'lessons', ids: [id] }, to: ['students'], subject: 'Rain', text: 'Hi' }
  await product.stack.stopProcess('forms')
  const replica = await startReplica('forms', product.stack.env)
  try {
    const caller = createBrowser(replica.url)
    for (const [name, value] of admin.jar) caller.jar.set(name, value)
    const { body } = await caller.post('/api/forms/mailings', draft, key())
    replica.signal('SIGKILL')
    await replica.exited
    await product.stack.startProcess('forms')
    expect(await ended(String(body['id']))).toMatchObject({ state: 'done', done: 90 })
  } finally {
    await replica.stop()
  }
  await until('the mails', async () => (await sentTo(addresses)).length >= 90)
  expect((await sentTo(addresses)).toSorted()).toEqual(addresses.toSorted())
})

const held = async (reason: string, email: string) => {
  const id = String(
    (await createBrowser(product.site).post('/api/forms/submit', inquiry({ email, elapsed_ms: 1 }))).body['id'],
  )
  await product.db
    .collection('contact_submissions')
    .updateOne({ _id: new ObjectId(id) }, { $set: { spam_reason: reason } })
  return id
}
const stored = async (id: string) =>
  (await product.db.collection('contact_submissions').findOne({ _id: new ObjectId(id) }))!
const path = (id: string, what = '') => `/api/forms/submissions/${id}${what}`

test('the undo of "Not spam" brings back the reason of the hold, and later inquiries of the sender are accepted', async () => {
  const email = 'volume@example.com'
  const id = await held('volume', email)
  await admin.post(path(id, '/not-spam'), {})
  expect((await admin.post(path(id, '/undo'), {})).body).toMatchObject({
    spam: true,
    spamReason: 'volume',
    dueBy: null,
  })
  expect((await admin.post(path(id, '/undo'), {})).status).toBe(409)
  const later = await createBrowser(product.site).post(
    '/api/forms/submit',
    inquiry({ email, message: 'Once more: is there a lesson on Sunday?' }),
  )
  expect((await admin.get(path(String(later.body['id'])))).body).toMatchObject({ spam: false })
})

test('several inquiries are changed by one call, and its undo restores each to what it was', async () => {
  const email = 'several@example.com'
  const volume = await held('volume', email)
  const marked = [await held('marked', email), await held('marked', email)]
  const ids = [volume, ...marked]
  const facts = async () =>
    Promise.all(
      ids.map(async (id) => {
        const { spam, spam_reason, status, due_by, answered_at, closed_at, mails } = await stored(id)
        return { spam, spam_reason, status, due_by, answered_at, closed_at, mails: mails.length }
      }),
    )
  const before = await facts()
  const start = async (body: object) => {
    const { status, body: job } = await admin.post('/api/forms/submissions/batches', body)
    expect([200, 202]).toContain(status)
    return ended(String(job['id']))
  }
  const person = (await product.db.collection('users').findOne({ email: adminEmail }))!._id.toHexString()
  for (const action of [
    { action: 'not-spam', query: `email__eq=${email}&sort=created_at:desc`, expected: 3 },
    { action: 'close', ids },
    { action: 'assign', ids, person },
  ]) {
    const job = await start(action)
    expect(job).toMatchObject({ service: 'forms', state: 'done', changed: 3 })
    if (action.action === 'assign') expect((await stored(volume))['assignee']).toBe(action.person)
    else expect(await facts()).not.toEqual(before)
    const id = job!._id.toHexString()
    const listed = (await admin.get('/api/jobs')).body as unknown as JobPage
    expect(listed.data[0]).toMatchObject({ id, kind: 'inquiries', changed: 3, undoable: true })
    expect((await teacher.get(`/api/jobs/${id}`)).status).toBe(404)
    expect(await undo(id)).toMatchObject({ service: 'forms', state: 'done', changed: 3, skipped: [] })
    expect((await admin.get(`/api/jobs/${id}`)).body).toMatchObject({ undoable: false, undoneBy: undoJobId(id) })
    expect(await facts()).toEqual(before.map((one) => ({ ...one, mails: expect.any(Number) })))
  }
  const other = await admin.post('/api/forms/submissions/batches', {
    action: 'close',
    query: `email__eq=${email}`,
    expected: 9,
  })
  expect(other.status).toBe(409)
})

nightlyTest(
  'a day is canceled by one call: lessons, announcement, one mail each; killed in the middle it continues',
  async () => {
    const date = day(3)
    const [first, second] = [await lesson(3, date), await lesson(2, date, { place: 'sacramento' })]
    const body = {
      reason: 'the storm',
      announce: 'Closed because of {reason}.',
      write: { subject: 'No lessons', text: 'Hi {first_name}, because of {reason}.' },
    }
    await killBefore(product, admin, command('insert', 'announcements'), (caller) =>
      caller.post(`/api/days/${date}/cancel`, body),
    )
    const job = (await product.db.collection('jobs').findOne({ kind: 'cancel-day' }))!
    expect(await ended(job._id.toHexString())).toMatchObject({ state: 'done', changed: 3, done: 4 })
    const addresses = [...first.addresses, ...second.addresses]
    await until('the mails', async () => (await sentTo(addresses)).length >= 5)
    const again = await admin.post(`/api/days/${date}/cancel`, body)
    await ended(String(again.body['id']))
    const announced = await admin.get('/api/tables/announcements?kind=closed')
    expect(announced.body).toMatchObject({ total: 1, data: [{ text: 'Closed because of the storm.' }] })
    expect((await admin.get(`/api/tables/lessons?cancelled=true`)).body).toMatchObject({ total: 2 })
    expect((await sentTo(addresses)).toSorted()).toEqual(addresses.toSorted())
    const undone = await admin.post(`/api/jobs/${job._id.toHexString()}/undo`, {})
    expect(undone.status).toBe(202)
    expect(await ended(undoJobId(job._id.toHexString()))).toMatchObject({ state: 'done', changed: 3 })
    expect((await admin.get(`/api/tables/lessons?cancelled=true`)).body).toMatchObject({ total: 0 })
    expect((await admin.get('/api/tables/announcements?kind=closed')).body).toMatchObject({ total: 0 })
  },
)

/** Reminders of the next day's lessons, due since midnight. */
async function switchReminders(on: boolean) {
  const { settings, version } = (await admin.get('/api/forms/reminders')).body as { settings: object; version: string }
  const text = 'Hi {first_name}, {students}: {lesson}, {day} at {time}, {place}.'
  const body = { settings: { ...settings, on, daysBefore: 1, time: '00:00', subject: '{lesson}', text }, version }
  const changed = await admin.send('PUT', '/api/forms/reminders', body)
  expect(changed.status).toBe(200)
  const yesterday = { switched_on_at: new Date(Date.now() - 2 * 86_400_000) }
  if (on)
    await product.db.collection<{ _id: string }>('forms').updateOne({ _id: 'lesson_reminders' }, { $set: yesterday })
  return { body, changed }
}
const remindersOf = (id: string) => product.db.collection('mailings').find({ 'reminder.lesson': id }).toArray()

nightlyTest(
  'reminders are off until they are switched on, and a forms service that is killed reminds everybody once',
  async () => {
    const { id, addresses, ids } = await lesson(3)
    expect((await admin.get('/api/forms/reminders')).body).toMatchObject({ settings: { on: false } })
    expect((await admin.get('/api/forms/reminders/calls')).body).toEqual({ on: false, lessons: [] })
    await killBefore(
      product,
      admin,
      command('findAndModify', 'mailings'),
      async () => {
        const on = { on: true, daysBefore: 1, time: '00:00', subject: '{lesson}', text: '{students}: {day} at {time}' }
        const stored = { ...on, updated_at: new Date(), switched_on_at: new Date(Date.now() - 2 * 86_400_000) }
        await product.db.collection<{ _id: string }>('forms').insertOne({ _id: 'lesson_reminders', ...stored })
      },
      'forms',
    )
    const second = await startReplica('forms', product.stack.env)
    try {
      await until('the reminders', async () => (await sentTo(addresses)).length >= 3)
    } finally {
      await second.stop()
    }
    const { subject, text, headers } = (await product.mails()).find(({ to }) => to[0]!.address === addresses[0])!
    expect([subject, text.split('\n')[0]]).toEqual([
      `Lesson ${made}`,
      expect.stringMatching(/^Student 0: \w+, \w+ \d+ at 1[23]:00 PM$/),
    ])
    expect(JSON.stringify(headers)).toMatch(/list-unsubscribe-post/i)

    // Lessons of earlier tests are reminded of, too.
    const toCall = async () => {
      const { on, lessons } = (await admin.get('/api/forms/reminders/calls')).body as unknown as ReminderCalls
      expect(on).toBe(true)
      return lessons.find((each) => each.id === id)
    }
    const about = await toCall()
    expect(about).toMatchObject({ people: [{ id: ids.at(-1), called: false }] })
    expect((await teacher.get('/api/forms/reminders/calls')).status).toBe(404)
    const ticked = { lesson: id, startsAt: about!.startsAt, person: ids.at(-1), called: true }
    expect((await admin.post('/api/forms/reminders/calls', ticked)).status).toBe(200)
    expect(await toCall()).toMatchObject({ people: [{ called: true }] })

    // Moved: the same people are told the new time, once, and those who joined with it.
    const move = await admin.send('PUT', `/api/tables/lessons/${id}`, { starts_at: `${day(1)}T22:00:00.000Z` })
    expect(move.status).toBe(200)
    await until('the reminders of the new time', async () => (await sentTo(addresses)).length >= 6)
    expect((await sentTo(addresses)).toSorted()).toEqual([...addresses, ...addresses].toSorted())
    expect(await remindersOf(id)).toHaveLength(2)
  },
)

nightlyTest('a reminder that waits for the mail server is not sent once its lesson is canceled', async () => {
  await product.stack.stopProcess('email-worker')
  const { id, addresses } = await lesson(2)
  await until('the reminder to be stored', async () => (await remindersOf(id))[0]?.['mails']?.length === 2)
  await admin.send('PUT', `/api/tables/lessons/${id}`, { cancelled: true })
  await product.stack.startProcess('email-worker')
  await until('the mails to be refused', async () => {
    const [stored] = await remindersOf(id)
    return stored!['mails'].every(({ state }: { state: string }) => state === 'failed')
  })
  const [stored] = await remindersOf(id)
  expect(stored!['mails'][0]).toMatchObject({ last_error: 'The lesson does not take place.' })
  expect(await sentTo(addresses)).toEqual([])
  const { body } = await switchReminders(false)
  const again = await admin.send('PUT', '/api/forms/reminders', body)
  expect([again.status, again.body]).toMatchObject([409, { code: 'conflict' }])
})
