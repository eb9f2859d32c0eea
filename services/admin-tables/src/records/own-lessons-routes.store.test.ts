import { expect, test } from 'vitest'
import { instructors, lessons, students } from '../seed/school'
import { personId, testApp } from '../test-app.fixture'

const setup = testApp()

const id = (at: number) => at.toString(16).padStart(24, '0')
const at = '2026-05-01T09:00:00.000Z'
const [own, other, ada, zoe, robin, kim] = [id(1), id(2), id(3), id(4), id(5), id(6)]

const lesson = (of: string, instructor: string) => ({
  ...{
    id: of,
    title: `Lesson of ${instructor}`,
    kind: 'group',
    place: 'roseville',
    starts_at: at,
    minutes: 60,
    seats: 8,
  },
  ...{ instructor, students: [ada], present: [], notes: null, created_at: at, updated_at: at },
})

const person = (of: string) => ({ id: of, name: 'Somebody', created_at: at, updated_at: at })

/** Sam teaches as Robin, and may see these lessons alone. */
async function school(teaches = true) {
  const app = await setup({
    ...{ tables: [lessons, students, instructors], rights: { lessons: 'own' } },
    records: {
      lessons: [lesson(own, robin), lesson(other, kim)],
      students: [person(ada), person(zoe)],
      instructors: [teaches ? { ...person(robin), person: personId('sam') } : person(robin), person(kim)],
    },
  })
  const asSam = async (path: string, method = 'GET', body?: unknown) => {
    const response = await app.send(`/api/tables${path}`, { who: 'sam', method, ...(body !== undefined && { body }) })
    const { requestId, ...answer } = (await response.json()) as Record<string, unknown>
    return { status: response.status, body: answer }
  }
  return { ...app, asSam }
}

test('the list holds own lessons, and a record of another person looks like none', async () => {
  const { asSam } = await school()
  const list = await asSam('/lessons')
  expect(list.body).toMatchObject({ total: 1, data: [{ id: own }] })
  expect((await asSam(`/lessons/${own}`)).status).toBe(200)
  const [foreign, none] = [await asSam(`/lessons/${other}`), await asSam(`/lessons/${id(77)}`)]
  expect(foreign).toEqual(none)
  expect(foreign.status).toBe(404)
  // Users who may not see all records are not told whether this one exists.
  expect(foreign.body['error']).toBe('Not found.')
  expect((await asSam(`/lessons/${other}/history`)).status).toBe(404)
})

test('attendance and notes of own lessons are written, and nothing else of them', async () => {
  const { asSam, row } = await school()
  expect((await asSam(`/lessons/${own}`, 'PUT', { present: [ada], notes: 'Windy' })).status).toBe(200)
  // A form sends what it has not changed as well.
  expect((await asSam(`/lessons/${own}`, 'PUT', { seats: 8, absent: [], present: [] })).status).toBe(200)
  for (const change of [
    { instructor: kim },
    { students: [ada, zoe] },
    { waiting: [zoe] },
    { seats: 9 },
    { public: true },
  ])
    expect([change, (await asSam(`/lessons/${own}`, 'PUT', change)).status]).toEqual([change, 403])
  expect((await asSam(`/lessons/${own}`, 'PUT', { notes: 'x', title: 'Mine' })).status).toBe(403)
  expect(await row(own)).toMatchObject({ seats: 8, instructor: robin, students: [ada], notes: 'Windy', present: null })
})

test('only who is in the lesson is marked: the name of another student is not learned by a mark', async () => {
  const { asSam, row } = await school()
  const refused = await asSam(`/lessons/${own}`, 'PUT', { present: [zoe] })
  // The same for a student who does not exist.
  expect(refused).toEqual(await asSam(`/lessons/${own}`, 'PUT', { present: [id(99)] }))
  expect(refused.status).toBe(403)
  expect(await row(own)).toMatchObject({ present: [] })
})

test("another person's lesson is not changed, and its version is not told", async () => {
  const { asSam, row, put } = await school()
  expect((await asSam(`/lessons/${other}`, 'PUT', { present: [ada] })).status).toBe(404)
  await put(lesson(own, kim))
  expect((await asSam(`/lessons/${own}`, 'PUT', { present: [ada] })).status).toBe(404)
  expect(await row(own)).toMatchObject({ present: [] })
})

test('records are neither added nor deleted', async () => {
  const { asSam, send, rows } = await school()
  for (const [path, method, body] of [
    ['/lessons', 'POST', { title: 'New' }],
    [`/lessons/${own}`, 'DELETE', undefined],
    [`/lessons/${own}/restore`, 'POST', {}],
    ['/lessons/batches', 'POST', { action: 'update', ids: [own], changes: { notes: 'x' } }],
    ['/lessons/export', 'GET', undefined],
    [`/students/${ada}`, 'PUT', { name: 'Eve' }],
  ] as const)
    expect([path, (await asSam(path, method, body)).status]).toEqual([path, 403])
  expect([(await rows()).length, (await send('/api/tables/lessons', { who: 'ada' })).status]).toEqual([2, 200])
})

test('the link of an instructor is for admins', async () => {
  const desk = await setup({ tables: [instructors], rights: { instructors: 'edit' } })
  const linked = { name: 'Sam', email: 'sam@example.com', certification: 'level_1', person: personId('ben') }
  const link = (who: string) => desk.send('/api/tables/instructors', { who, method: 'POST', body: linked })
  expect((await link('sam')).status).toBe(422)
  expect((await link('ada')).status).toBe(201)
  const { person: _left, ...unlinked } = linked
  expect((await desk.send('/api/tables/instructors', { who: 'sam', method: 'POST', body: unlinked })).status).toBe(201)
})

test('whoever is linked to no instructor sees nothing', async () => {
  const { asSam } = await school(false)
  expect((await asSam('/lessons')).body).toMatchObject({ total: 0, data: [] })
  expect((await asSam(`/lessons/${own}`)).status).toBe(404)
})
