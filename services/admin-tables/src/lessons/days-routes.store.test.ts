import type { Job as WireJob } from '@app/contracts/jobs'
import { undoJobId } from '@app/jobs'
import { schoolDay } from '@app/school-time/school-day'
import type { TableSchema } from '@app/table-schema'
import { expect, test, vi } from 'vitest'
import { announcements } from '../seed/announcements'
import { lessons } from '../seed/school'
import { personId, testApp } from '../test-app.fixture'
import type { LessonRow } from './lesson-days'

const setup = testApp()

const date = schoolDay(Date.now() + 86_400_000)
const path = `/api/days/${date}/cancel`
const ids = ['a', 'b', 'c'].map((letter) => letter.repeat(24)) as [string, string, string]
const lesson = (id: string, about: object = {}) =>
  ({
    ...{
      id,
      title: 'Lesson',
      kind: 'group',
      place: 'roseville',
      minutes: 60,
      seats: 8,
      cancelled: false,
      students: [],
    },
    ...{
      starts_at: `${date}T18:00:00.000Z`,
      created_at: '2026-05-01T09:00:00.000Z',
      updated_at: '2026-05-01T09:00:00.000Z',
    },
    ...about,
  }) as unknown as LessonRow
const day = [lesson(ids[0]), lesson(ids[1], { place: 'sacramento' }), lesson(ids[2], { cancelled: true })]
const all = {
  reason: 'the storm',
  announce: 'Closed because of {reason}.',
  write: { subject: 'No lessons', text: 'Hi {first_name}, because of {reason}.' },
}

async function open(options: Parameters<typeof setup>[0] = {}) {
  const tables = [lessons, announcements] as TableSchema[]
  const app = await setup({ tables, records: day, ...options })
  const cancel = async (body: object, { who = 'ada', to = path } = {}) => {
    const response = await app.send(to, { who, method: 'POST', body })
    return { status: response.status, body: (await response.json()) as WireJob & { code?: string } }
  }
  const undo = async (id: string) => {
    await app.runner.undo(id, { id: personId('ada'), email: 'ada@example.com', requestId: 'r' })
    return app.runner.settled(undoJobId(id), 3_000)
  }
  const canceled = async () => (await app.rows()).flatMap(({ id, cancelled }) => (cancelled === true ? [id] : []))
  const announced = async () => (await app.rows('announcements')).filter(({ kind }) => kind === 'closed')
  return { ...app, cancel, undo, canceled, announced }
}

test('one call cancels the lessons of a day, announces it, and requests one mailing to their participants', async () => {
  const { cancel, canceled, announced, mailings } = await open()
  const { status, body } = await cancel(all)
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { kind: 'cancel-day', table: 'lessons', state: 'done', total: 4, done: 4, changed: 3, undoable: true },
  })
  expect(await canceled()).toEqual(ids)
  expect(await announced()).toMatchObject([{ text: 'Closed because of the storm.', published: true }])
  expect(await mailings()).toMatchObject([
    {
      ...{ kind: 'mailing', right: ['lessons', 'students', 'instructors'].map((table) => ({ table, level: 'view' })) },
      input: {
        draft: {
          about: { table: 'lessons', ids: [ids[0], ids[1]] },
          ...{ to: ['students', 'instructors'], text: 'Hi {first_name}, because of the storm.' },
        },
      },
    },
  ])
})

test('called again nothing happens twice; a lesson that was added meanwhile is canceled, and only its people are written to', async () => {
  const added = 'd'.repeat(24)
  const { cancel, put, announced, mailings, history } = await open()
  await cancel(all)
  const before = await history()
  expect((await cancel(all)).body).toMatchObject({ state: 'done', total: 1, changed: 0 })
  expect([(await announced()).length, (await mailings()).length, await history()]).toEqual([1, 1, before])
  await put(lesson(added))
  await cancel(all)
  expect((await mailings()).map(({ input }) => input.draft.about)).toMatchObject([
    { ids: [ids[0], ids[1]] },
    { ids: [added] },
  ])
  expect(await announced()).toHaveLength(1)
})

test('people of a day that was canceled without a word are written to later', async () => {
  const { cancel, mailings } = await open()
  await cancel({ reason: 'the storm' })
  expect(await mailings()).toEqual([])
  await cancel(all)
  expect(await mailings()).toMatchObject([{ input: { draft: { about: { ids: [ids[0], ids[1]] } } } }])
})

test('one place of a day', async () => {
  const { cancel, canceled } = await open()
  expect((await cancel({ reason: 'a fire', place: 'sacramento' })).body).toMatchObject({ total: 1, changed: 1 })
  expect(await canceled()).toEqual([ids[1], ids[2]])
})

test('an undo restores lessons and announcement, and the day can be canceled and announced anew', async () => {
  const { cancel, undo, canceled, announced } = await open()
  const { body } = await cancel(all)
  expect(await undo(body.id)).toMatchObject({ state: 'done', changed: 3, skipped: [] })
  expect([await canceled(), await announced()]).toEqual([[ids[2]], []])
  expect((await cancel(all)).body).toMatchObject({ state: 'done', changed: 3 })
  expect([await canceled(), (await announced()).length]).toEqual([ids, 1])
})

test('interrupted between two steps, it continues and does nothing twice', async () => {
  const { cancel, announced, mailings, requested, jobs, runner, history } = await open()
  const add = vi.spyOn(requested, 'add').mockRejectedValueOnce(new Error('no connection'))
  const { body } = await cancel(all)
  expect(await runner.settled(body.id, 5_000)).toMatchObject({ state: 'done', changed: 3 })
  expect(add).toHaveBeenCalledTimes(2)
  expect((await jobs.find(body.id))?.isResumed).toBe(true)
  expect([(await announced()).length, (await mailings()).length]).toEqual([1, 1])
  expect((await history()).filter(({ batch }) => batch === body.id)).toHaveLength(3)
})

test.each<[Record<string, 'view' | 'edit'>, object, number]>([
  [{}, {}, 404],
  [{ lessons: 'view' }, {}, 403],
  [{ lessons: 'edit' }, {}, 200],
  [{ lessons: 'edit' }, { announce: all.announce }, 404],
  [{ lessons: 'edit', announcements: 'view' }, { announce: all.announce }, 403],
  [{ lessons: 'edit', announcements: 'edit' }, { announce: all.announce }, 200],
  [{ lessons: 'edit' }, { write: all.write }, 404],
  [{ lessons: 'edit', students: 'view' }, { write: all.write }, 200],
])('with the rights %j the parts %j are answered %d', async (rights, parts, status) => {
  const { cancel, canceled, mailings, announced } = await open({ rights })
  expect((await cancel({ reason: 'the storm', ...parts }, { who: 'sam' })).status).toBe(status)
  if (status !== 200) expect([await canceled(), await mailings(), await announced()]).toEqual([[ids[2]], [], []])
})

test('a day that is over is refused, as is a date that is none', async () => {
  const { cancel } = await open()
  expect((await cancel(all, { to: '/api/days/2026-01-05/cancel' })).status).toBe(422)
  expect((await cancel(all, { to: '/api/days/2026-02-31x/cancel' })).status).toBe(404)
})

test('an email to more than 100 students needs a recent sign-in', async () => {
  const students = Array.from({ length: 101 }, (_, n) => String(n).padStart(24, '0'))
  const { cancel, mailings } = await open({ records: [lesson(ids[0], { students })], signedInAt: new Date(0) })
  expect(await cancel(all)).toMatchObject({ status: 403, body: { code: 'recent_sign_in_required' } })
  expect(await mailings()).toEqual([])
})
