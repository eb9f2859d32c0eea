import type { WaitingList } from '@app/contracts/today'
import { expect, test, vi } from 'vitest'
import { lessons, students } from '../seed/school'
import type { WireRecord } from '../tables/read-record'
import { testApp } from '../test-app.fixture'
import { openOffers } from './seat-offers'

const setup = testApp()

const day = 86_400_000
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const times = { created_at: '2026-05-01T09:00:00.000Z', updated_at: '2026-05-01T09:00:00.000Z' }
const [lessonId, ada, ben, cy] = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(24)) as [
  string,
  string,
  string,
  string,
]
const person = (id: string, name: string): WireRecord => ({ id, name, ...times })
const lesson = (about: object = {}): WireRecord => ({
  ...{ id: lessonId, title: 'First arrows', seats: 2, students: [cy], waiting: [ada, ben], cancelled: false },
  ...{ starts_at: new Date(Date.now() + 2 * day).toISOString(), ...times, ...about },
})

async function open(about: object = {}, more: Parameters<typeof setup>[0] = {}) {
  const records = {
    lessons: [lesson(about)],
    students: [person(ada, 'Ada Brook'), person(ben, 'Ben Ito'), person(cy, 'Cy')],
  }
  const app = await setup({ tables: [lessons, students], records, ...more })
  const offer = async (student: string, until = inHours(24), who = 'ada', siblings?: string[]) => {
    const body = { student, until, ...(siblings && { siblings }) }
    const response = await app.send(`/api/lessons/${lessonId}/offer`, { who, method: 'POST', body })
    return { status: response.status, body: (await response.json()) as WaitingList & { code?: string } }
  }
  const held = async () =>
    openOffers((await app.row(lessonId))!, (await app.offers.find([lessonId])).get(lessonId)!.offers, Date.now()).map(
      ({ student }) => student,
    )
  return { ...app, offer, held }
}

test('a free seat is held for a student, who is written to once', async () => {
  const { offer, held, mailings, audited } = await open()
  const until = inHours(24)
  expect((await offer(ada, until)).status).toBe(200)
  expect((await offer(ada, inHours(30))).status).toBe(200)
  expect(await held()).toEqual([ada])
  const requested = await mailings()
  expect(requested).toMatchObject([
    { kind: 'mailing', input: { draft: { about: { table: 'students', ids: [ada] }, to: ['students'] } } },
  ])
  const { text } = (requested[0]!.input as { draft: { text: string } }).draft
  expect(text).toContain('A seat is free in First arrows on ')
  // Guardians of a minor read whom it is for; what is stored has no name.
  expect(text).toContain(' for {student_names}, next on the waiting list.')
  expect(text).not.toContain('Ada')
  expect((await audited()).filter(({ action }) => action === 'offer')).toHaveLength(2)
})

test('of two offers of the last seat at the same moment one is refused', async () => {
  const { offer, held, mailings } = await open()
  const both = await Promise.all([offer(ada), offer(ben)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await held()).toHaveLength(1)
  expect(await mailings()).toHaveLength(1)
})

test('an offer that has ended holds no seat', async () => {
  const { offer, held, offers } = await open()
  await offers.replace(lessonId, times.updated_at, [{ student: ada, until: new Date(Date.now() - 1), mailed: true }])
  expect(await held()).toEqual([])
  expect((await offer(ben)).status).toBe(200)
  expect(await held()).toEqual([ben])
})

test('an email that was not handed over is requested by the next call', async () => {
  const { offer, held, mailings, requested } = await open()
  vi.spyOn(requested, 'add').mockRejectedValueOnce(new Error('the database is unavailable'))
  const until = inHours(24)
  expect((await offer(ada, until)).status).toBe(500)
  expect([await held(), await mailings()]).toEqual([[ada], []])
  expect((await offer(ada, inHours(25))).status).toBe(200)
  const [mailing, ...more] = await mailings()
  expect(more).toEqual([])
  expect(mailing!['input'].draft.text).toContain('We hold it for you until')
})

const siblings = (app: Awaited<ReturnType<typeof open>>, until = inHours(24)) => app.offer(ada, until, 'ada', [ben])
const draftsOf = async ({ mailings }: Awaited<ReturnType<typeof open>>) =>
  (await mailings()).map(({ input }) => (input as { draft: { about: object; text: string } }).draft)

test('siblings are held their seats together, and share one email', async () => {
  const app = await open({ seats: 3 })
  expect((await siblings(app)).status).toBe(200)
  expect(await app.held()).toEqual([ada, ben])
  expect((await app.offers.find([lessonId])).get(lessonId)!.offers.every(({ mailed }) => mailed)).toBe(true)
  const [draft, ...more] = await draftsOf(app)
  expect([draft!.about, more]).toEqual([{ table: 'students', ids: [ada, ben] }, []])
  expect(draft!.text).toContain('Seats are free in First arrows on ')
  expect((await siblings(app, inHours(30))).status).toBe(200)
  expect(await draftsOf(app)).toHaveLength(1)
})

test('siblings get no seat when there are too few for all of them', async () => {
  const app = await open()
  expect(await siblings(app)).toMatchObject({ status: 409, body: { error: 'Too few seats are free in this lesson.' } })
  expect([await app.held(), await app.mailings()]).toEqual([[], []])
})

test('the shared email of siblings that was not handed over is requested by the next call for one of them', async () => {
  const app = await open({ seats: 3 })
  vi.spyOn(app.requested, 'add').mockRejectedValueOnce(new Error('the database is unavailable'))
  expect((await siblings(app)).status).toBe(500)
  expect((await app.offer(ben)).status).toBe(200)
  expect(await draftsOf(app)).toMatchObject([{ about: { ids: [ada, ben] } }])
})

test.each([
  ['the lesson is full', { students: [cy, 'e'.repeat(24)] }, 24, 409],
  ['the lesson is canceled', { cancelled: true }, 24, 409],
  ['the time is past', {}, -1, 422],
  ['the time is after the beginning of the lesson', {}, 72, 422],
  ['the student does not wait', { waiting: [ben] }, 24, 422],
])('no seat is offered when %s', async (_, about, hours, status) => {
  const { offer, held } = await open(about)
  expect((await offer(ada, inHours(hours))).status).toBe(status)
  expect(await held()).toEqual([])
})

test('staff need the right to change lessons and to see students', async () => {
  const status = async (rights: Record<string, 'view' | 'edit'>) =>
    (await (await open({}, { rights })).offer(ada, inHours(1), 'sam')).status
  expect(await status({ lessons: 'view', students: 'view' })).toBe(403)
  expect(await status({ lessons: 'edit' })).toBe(404)
  expect(await status({ lessons: 'edit', students: 'view' })).toBe(200)
  expect((await (await open()).offer(ada, inHours(1), '')).status).toBe(401)
})
