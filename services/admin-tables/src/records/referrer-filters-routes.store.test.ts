import type { TableSchema } from '@app/table-schema'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instructors, lessons, students } from '../seed/school'
import { personId, type TestApp, testApp } from '../test-app.fixture'

const setup = testApp()
const id = (at: number) => at.toString(16).padStart(24, '0')
const at = '2026-05-01T09:00:00.000Z'
const [robin, kim] = [id(0xa1), id(0xa2)]
const children = [id(0xb0), id(0xb1), id(0xb2), id(0xb3), id(0xb4)]
const child = (number: number) => children[number]!

type Lesson = { id: string; day: number; instructor: string; students: number[]; waiting: number[] }
/** Lessons of July 2026, on the day at noon at the school. The child 4 is in none. */
const held: readonly Lesson[] = [
  { id: id(1), day: 1, instructor: robin, students: [0, 1], waiting: [2] },
  { id: id(2), day: 10, instructor: kim, students: [1, 2], waiting: [] },
  { id: id(3), day: 20, instructor: robin, students: [], waiting: [0] },
  { id: id(4), day: 31, instructor: kim, students: [3, 1], waiting: [] },
]
const july = (day: number) => `2026-07-${String(day).padStart(2, '0')}`

const school = (options: Parameters<typeof setup>[0] = {}) =>
  setup({
    tables: [lessons, students, instructors],
    records: {
      lessons: held.map(({ day, students, waiting, ...rest }) => ({
        ...{ title: `Lesson of ${day}`, kind: 'group', place: 'roseville', minutes: 60, seats: 8 },
        ...{ ...rest, starts_at: `${july(day)}T19:00:00.000Z`, created_at: at, updated_at: at },
        ...{ students: students.map(child), waiting: waiting.map(child) },
      })),
      students: children.map((id, number) => ({ id, name: `Child ${number}`, created_at: at, updated_at: at })),
      instructors: [
        { id: robin, name: 'Robin', person: personId('sam'), created_at: at, updated_at: at },
        { id: kim, name: 'Kim', created_at: at, updated_at: at },
      ],
    },
    ...options,
  })

const list = async (app: TestApp, table: string, query: string, who?: string) => {
  const answer = await app.send(`/api/tables/${table}?${query}`, { ...(who && { who }) })
  const { requestId, ...body } = (await answer.json()) as Record<string, unknown>
  return { status: answer.status, body }
}
/** The numbers of the children that a filter leaves. */
async function found(app: TestApp, query: string, who?: string) {
  const { status, body } = await list(app, 'students', query, who)
  expect([query, status]).toEqual([query, 200])
  return (body['data'] as { id: string }[]).map((record) => children.indexOf(record.id)).sort()
}

test('students are found by the lessons that they are in, and by the field that names them', async () => {
  const app = await school()
  for (const [query, numbers] of [
    [`lessons.students=${id(1)}`, [0, 1]],
    [`lessons.students__in=${id(1)},${id(2)}`, [0, 1, 2]],
    [`lessons.students__ne=${id(1)}`, [2, 3, 4]],
    [`lessons.students__ne=${id(1)}&lessons.students__ne=${id(4)}`, [2, 4]],
    ['lessons.students__null=true', [4]],
    ['lessons.students__null=false', [0, 1, 2, 3]],
    [`lessons.waiting=${id(1)}`, [2]],
    [`lessons.students=${id(1)}&lessons.waiting=${id(3)}`, [0]],
    [`lessons.students=${id(99)}`, []],
    [`lessons.students=${id(1)}&q=Child%201`, [1]],
  ] as const)
    expect([query, await found(app, query)]).toEqual([query, numbers])
  expect((await list(app, 'instructors', `lessons.instructor__in=${id(1)},${id(3)}`)).body).toMatchObject({
    data: [{ id: robin }],
  })
})

test('days are those of the lessons at the school, and with "empty" they find who has none', async () => {
  const app = await school()
  for (const [query, numbers] of [
    [`lessons.students__gte=${july(10)}&lessons.students__lte=${july(20)}`, [1, 2]],
    [`lessons.students__gt=${july(10)}`, [1, 3]],
    [`lessons.students__null=true&lessons.students__gte=${july(10)}`, [0, 4]],
    [`lessons.students__gte=${july(10)}&lessons.students=${id(1)}`, []],
    [`lessons.students__lte=${july(5)}&lessons.students__ne=${id(2)}`, [0]],
  ] as const)
    expect([query, await found(app, query)]).toEqual([query, numbers])
})

test('an export, its count and a batch take the same filter', async () => {
  const app = await school()
  const answer = await app.send(`/api/tables/students/export?lessons.students=${id(1)}&sort=name:asc`)
  const lines = (await answer.text()).trim().split('\r\n').slice(1)
  expect(lines.map((line) => /Child \d/.exec(line)?.[0])).toEqual(['Child 0', 'Child 1'])
  expect(answer.headers.get('x-total-count')).toBe('2')
  const batch = await app.send('/api/tables/students/batches', {
    method: 'POST',
    body: {
      ...{ action: 'update', changes: { notes: 'Range 2' }, expected: 2 },
      query: `lessons.students__gte=${july(31)}&lessons.students__lte=${july(31)}`,
    },
  })
  expect(await batch.json()).toMatchObject({ total: 2 })
})

test('what does not refer to the table is refused, and so is a field with an operator that it cannot have', async () => {
  const app = await school()
  for (const query of [
    `lessons.instructor=${robin}`,
    `lessons.title=${id(1)}`,
    `users.students=${id(1)}`,
    `sessions.user=${id(1)}`,
    `lessons.none=${id(1)}`,
    'lessons.students=Ada',
    'lessons.students__gte=soon',
    'lessons.students__contains=a',
    `lessons.students.title=${id(1)}`,
    `Lessons.students=${id(1)}`,
    `lessons.__proto__=${id(1)}`,
  ])
    expect([query, (await list(app, 'students', query)).status]).toEqual([query, 400])
})

test('a table that a person may not see is as unknown as one that does not exist', async () => {
  const app = await school({ rights: { students: 'view' } })
  const unseen = await list(app, 'students', `lessons.students=${id(1)}`, 'sam')
  expect(unseen.status).toBe(400)
  for (const query of [`nowhere.students=${id(1)}`, 'lessons.students__null=true', `lessons.students__gte=${july(1)}`])
    expect(await list(app, 'students', query, 'sam')).toEqual(unseen)
  const batch = { action: 'update', changes: { notes: 'x' }, query: `lessons.students=${id(1)}` }
  await app.setRights({ students: 'edit' })
  const refused = await app.send('/api/tables/students/batches', { who: 'sam', method: 'POST', body: batch })
  expect(refused.status).toBe(400)
})

test("who sees their own lessons learns nothing of another teacher's by a filter", async () => {
  const app = await school({ rights: { lessons: 'own', students: 'view' } })
  expect(await found(app, `lessons.students=${id(1)}`, 'sam')).toEqual([0, 1])
  expect(await found(app, `lessons.students=${id(2)}`, 'sam')).toEqual([])
  expect(await found(app, 'lessons.students__null=false', 'sam')).toEqual([0, 1])
  expect(await found(app, `lessons.students__ne=${id(2)}`, 'sam')).toEqual([0, 1, 2, 3, 4])
  await app.setRights({ lessons: 'own' })
  expect(await found(app, `lessons.students=${id(1)}`, 'sam')).toEqual([0, 1])
  expect(await found(app, `lessons.students__gte=${july(5)}`, 'sam')).toEqual([])
})

test('a record without a calendar is not found by days', async () => {
  const { calendar, ...undated } = lessons as TableSchema & { calendar?: unknown }
  expect(calendar).toBeDefined()
  const app = await setup({ tables: [undated, students] })
  expect((await list(app, 'students', `lessons.students__gte=${july(1)}`)).status).toBe(400)
  expect((await list(app, 'students', `lessons.students=${id(1)}`)).status).toBe(200)
})

const someLessons = fc.uniqueArray(fc.constantFrom(...held.map((lesson) => lesson.id)), { maxLength: 3 })
const bound = fc.option(fc.integer({ min: 1, max: 31 }), { nil: undefined })

test('whatever is combined, it finds what the lessons say', async () => {
  const app = await school()
  const query = fc.record({
    field: fc.constantFrom('students' as const, 'waiting' as const),
    is: someLessons,
    isNot: someLessons,
    from: bound,
    to: bound,
    empty: fc.constantFrom(undefined, true, false),
  })
  await fc.assert(
    fc.asyncProperty(query, async ({ field, is, isNot, from, to, empty }) => {
      const name = `lessons.${field}`
      const pairs = [
        ...is.map((lesson) => [name, lesson]),
        ...isNot.map((lesson) => [`${name}__ne`, lesson]),
        ...(from === undefined ? [] : [[`${name}__gte`, july(from)]]),
        ...(to === undefined ? [] : [[`${name}__lte`, july(to)]]),
        ...(empty === undefined ? [] : [[`${name}__null`, `${empty}`]]),
      ]
      const params = new URLSearchParams(pairs.map((pair) => pair.join('=')).join('&'))
      const isDated = from !== undefined || to !== undefined
      const expected = children.flatMap((_, number) => {
        const all = held.filter((lesson) => lesson[field].includes(number))
        const then = all.filter(({ day }) => day >= (from ?? 0) && day <= (to ?? 31))
        const needsOne = is.length > 0 || empty === false || (isDated && empty !== true)
        const holds =
          (!needsOne || then.some((lesson) => is.length === 0 || is.includes(lesson.id))) &&
          (empty !== true || then.length === 0) &&
          !all.some((lesson) => isNot.includes(lesson.id))
        return holds ? [number] : []
      })
      expect(await found(app, `${params}`)).toEqual(expected)
    }),
    { numRuns: 60 },
  )
})
