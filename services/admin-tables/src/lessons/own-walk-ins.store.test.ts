import { expect, test } from 'vitest'
import { guardians, instructors, lessons, students } from '../seed/school'
import { personId, testApp } from '../test-app.fixture'

const setup = testApp()

const id = (at: number) => at.toString(16).padStart(24, '0')
const at = '2026-05-01T09:00:00.000Z'
const times = { created_at: at, updated_at: at }
const [own, other, ada, zoe, robin, kim, rosa, nina] = Array.from({ length: 8 }, (_, number) => id(number + 1)) as [
  ...[string, string, string, string],
  ...[string, string, string, string],
]

const lesson = (of: string, instructor: string, about: object = {}) => ({
  ...{ id: of, title: 'First arrows', kind: 'group', place: 'roseville', starts_at: at, minutes: 60, seats: 3 },
  ...{ instructor, students: of === own ? [ada] : [], waiting: [], ...times, ...about },
})
const student = (of: string, name: string, guardian: string) => ({
  ...{ id: of, name, birth_date: '1990-05-01', level: 'beginner', email: 'hidden@visitor.example' },
  ...{ phone: '916-555-0142', guardians: [guardian], waiver_signed: false, ...times },
})
const guardian = (of: string, name: string) => ({ id: of, name, phone: '916-555-0143', ...times })
const instructor = (of: string, person?: string) => ({ id: of, name: 'Somebody', ...(person && { person }), ...times })

/** Sam teaches as Robin, and may see these lessons alone. */
async function school(about: object = {}, rights: Record<string, 'own' | 'view' | 'edit'> = { lessons: 'own' }) {
  const app = await setup({
    tables: [lessons, students, guardians, instructors],
    rights,
    records: {
      lessons: [lesson(own, robin, about), lesson(other, kim)],
      students: [student(ada, 'Ada Brook', rosa), student(zoe, 'Zoe Quill', nina)],
      guardians: [guardian(rosa, 'Rosa Brook'), guardian(nina, 'Nina Quill')],
      instructors: [instructor(robin, personId('sam')), instructor(kim)],
    },
  })
  await app.waivers.publish(1, 'Please behave.', 12, 'ada@example.com')
  const asSam = async (path: string, method = 'GET', body?: unknown, headers = {}) => {
    const answer = await app.send(`/api${path}`, { who: 'sam', method, headers, ...(body !== undefined && { body }) })
    const { requestId, ...content } = (await answer.json()) as Record<string, unknown>
    return { status: answer.status, body: content }
  }
  const walkIn = (body: unknown, to = own, headers = {}) => asSam(`/lessons/${to}/walk-ins`, 'POST', body, headers)
  return { ...app, asSam, walkIn }
}
const child = { name: 'Kit Marsh', birth_date: '2019-05-01', level: 'beginner' }
const parent = { name: 'Uma Marsh', phone: '(916) 555-0177' }

test('a student of the school is found by name alone, and added to a lesson of their own', async () => {
  const { asSam, walkIn, row, audited } = await school()
  expect(await asSam(`/lessons/${own}/walk-ins?q=quill`)).toEqual({
    status: 200,
    body: { data: [{ id: zoe, label: 'Zoe Quill' }] },
  })
  // Neither by what else is known of them, nor who is in the lesson already.
  for (const q of ['hidden', '5550142', 'brook'])
    expect((await asSam(`/lessons/${own}/walk-ins?q=${q}`)).body).toEqual({ data: [] })
  expect((await asSam(`/lessons/${own}/walk-ins?q=q`)).status).toBe(400)
  expect(await walkIn({ student: zoe })).toEqual({ status: 200, body: { student: zoe } })
  expect((await walkIn({ student: zoe })).status).toBe(200)
  expect(await row(own)).toMatchObject({ students: [ada, zoe], seats: 3 })
  expect(await audited()).toEqual([{ who: 'sam@example.com', action: 'update', table: 'lessons', id: own }])
})

test('whoever added a walk-in takes it back, with its marks and to the waiting list; nobody else and nothing older', async () => {
  const { asSam, walkIn, row, put, audited } = await school({ waiting: [zoe] })
  const remove = (student: string, from = own) => asSam(`/lessons/${from}/walk-ins/${student}`, 'DELETE')
  await walkIn({ student: zoe })
  expect((await asSam(`/tables/lessons/${own}`, 'PUT', { present: [ada, zoe] })).status).toBe(200)
  expect(await remove(zoe)).toEqual({ status: 200, body: { student: zoe } })
  expect(await row(own)).toMatchObject({ students: [ada], waiting: [zoe], present: [ada] })
  expect((await remove(zoe)).status).toBe(200)
  expect((await audited()).map(({ action }) => action)).toEqual(['update', 'update', 'update'])
  expect((await remove(ada)).status).toBe(409)
  expect(await remove(zoe, other)).toEqual(await remove(zoe, id(99)))
  expect((await remove(zoe, other)).status).toBe(404)
  // A student stays whom somebody else has added since.
  await put(lesson(own, robin, { students: [ada, zoe] }))
  const refused = await remove(zoe)
  expect([refused.status, (await row(own))?.['students']]).toEqual([409, [ada, zoe]])
})

test("another person's lesson looks like none, to search in and to add to", async () => {
  const { asSam, walkIn, row, rows, put } = await school()
  expect(await asSam(`/lessons/${other}/walk-ins?q=quill`)).toEqual(await asSam(`/lessons/${id(99)}/walk-ins?q=quill`))
  for (const body of [{ student: zoe }, { student: id(98) }, { values: child, guardian: parent }]) {
    const refused = await walkIn(body, other)
    expect(refused).toEqual(await walkIn(body, id(99)))
    expect(refused.status).toBe(404)
  }
  // One that was theirs is out of reach at once.
  await put(lesson(own, kim))
  expect((await walkIn({ student: zoe })).status).toBe(404)
  expect([await row(own), (await rows('students')).length]).toEqual([expect.objectContaining({ students: [ada] }), 2])
})

test('a new student comes with a guardian, once also where the call is repeated', async () => {
  const { walkIn, rows, row, asSam } = await school()
  const key = { 'idempotency-key': 'key-of-one-walk-in' }
  const added = await walkIn({ values: child, guardian: parent }, own, key)
  expect(await walkIn({ values: child, guardian: parent }, own, key)).toEqual(added)
  const { student: kit } = added.body as { student: string }
  expect(await row(own)).toMatchObject({ students: [ada, kit] })
  expect((await rows('students')).length).toBe(3)
  const uma = (await rows('guardians')).find(({ name }) => name === 'Uma Marsh')!
  expect(await row(kit, 'students')).toMatchObject({ ...child, guardians: [uma.id] })
  expect((await asSam(`/tables/students/${kit}`)).status).toBe(200)
})

test('a new student opens no other record, and no signature is made up for them', async () => {
  const { walkIn, row, asSam, rows } = await school()
  const values = { ...child, guardians: [nina], waiver_signed: true, waiver_until: '2099-01-01', notes: 'x' }
  const { body } = await walkIn({ values, guardian: parent })
  const stored = await row((body as { student: string }).student, 'students')
  expect(stored).toMatchObject({ waiver_signed: false, waiver_until: null, notes: null })
  expect(stored?.['guardians']).not.toContain(nina)
  expect((await asSam(`/tables/guardians/${nina}`)).status).toBe(404)
  // A child without a guardian is refused as anywhere else, and leaves nothing behind.
  expect((await walkIn({ values: { ...child, name: 'Jo Marsh' } })).status).toBe(422)
  expect((await rows('students')).some(({ name }) => name === 'Jo Marsh')).toBe(false)
})

test('without a free seat nobody is added or stored', async () => {
  const { walkIn, rows, row } = await school({ seats: 1 })
  expect((await walkIn({ student: zoe })).status).toBe(409)
  expect((await walkIn({ values: child, guardian: parent })).status).toBe(409)
  expect([(await rows('students')).length, (await rows('guardians')).length]).toEqual([2, 2])
  expect(await row(own)).toMatchObject({ students: [ada] })
  const canceled = await school({ cancelled: true })
  expect((await canceled.walkIn({ student: zoe })).status).toBe(409)
})

test('the last seat goes to one of two people', async () => {
  const { walkIn, row } = await school({ seats: 2 })
  const both = await Promise.all([walkIn({ student: zoe }), walkIn({ values: child, guardian: parent })])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await row(own))?.['students']).toHaveLength(2)
})

test('whoever changes lessons adds a new student with the right on students and guardians alone', async () => {
  const { walkIn, setRights } = await school({}, { lessons: 'edit', students: 'view' })
  expect((await walkIn({ values: child, guardian: parent }, other)).status).toBe(403)
  expect((await walkIn({ student: zoe }, other)).status).toBe(200)
  await setRights({ lessons: 'edit', students: 'edit', guardians: 'edit' })
  expect((await walkIn({ values: child, guardian: parent }, other)).status).toBe(200)
  await setRights({ lessons: 'view' })
  expect((await walkIn({ student: ada }, other)).status).toBe(403)
})

test('a waiver is signed for the students of their own lessons, and for no other', async () => {
  const { asSam, row } = await school()
  const given = { signer: 'Ada Brook', relation: 'self', textVersion: 1, typed: 'Ada Brook' }
  const sign = (student: string) => asSam(`/students/${student}/waiver`, 'POST', given)
  const { data } = (await asSam('/waiver-texts')).body as { data: { version: number }[] }
  expect(data[0]).toMatchObject({ version: 1 })
  expect(await sign(zoe)).toEqual(await sign(id(99)))
  expect((await sign(zoe)).status).toBe(404)
  expect((await sign(ada)).status).toBe(201)
  expect([await row(ada, 'students'), await row(zoe, 'students')]).toMatchObject([
    { waiver_signed: true },
    { waiver_signed: false },
  ])
  // What others signed, and the fields of a student, stay closed.
  expect((await asSam(`/students/${ada}/waivers`)).status).toBe(403)
  expect((await asSam(`/tables/students/${ada}`, 'PUT', { notes: 'x' })).status).toBe(403)
})
