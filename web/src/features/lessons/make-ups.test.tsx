import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answers } from '#testing/answers'
import { show } from '#testing/screen'
import { MakeUps, missedBy } from './make-ups'

const id = 'a'.repeat(24)
const version = '2026-11-28T11:00:00.000Z'
const later = { id, students: ['ada', 'ben'], seats: 2, updated_at: '2026-11-28T11:01:00.000Z' }
const people = [
  { id: 'ada', label: 'Ada' },
  { id: 'ben', label: 'Ben' },
]

function setup(makeUps: string[], given: Parameters<typeof answers>[0] = {}, mayEdit = true) {
  const calls = answers(given)
  const seating = { ...{ students: ['ada', 'ben'], waiting: [], held: [] }, makeUps, madeUp: [], seats: 2, version }
  show(
    <QueryClientProvider client={new QueryClient()}>
      <MakeUps {...{ seating, mayEdit, missed: people, lesson: id, schema: undefined }} onChanged={() => {}} />
    </QueryClientProvider>,
  )
  return calls
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('a canceled lesson is missed by its students, another by those who were marked so', () => {
  const lesson = { cancelled: false, students: ['ada', 'ben', 'cy'], absent: ['ben'], excused: ['cy'] }
  expect(missedBy(lesson, { makeUps: ['dee', 'cy'], madeUp: ['eve'] })).toEqual(['ben', 'cy', 'dee', 'eve'])
  expect(missedBy({ ...lesson, cancelled: true }, { makeUps: [], madeUp: [] })).toEqual(['ada', 'ben', 'cy'])
})

test('an absence earns a make-up lesson by one click, for one student or for all', async () => {
  const calls = setup([], {
    [`/api/tables/lessons/${id}`]: [
      [200, { ...later, make_ups: ['ben'] }],
      [200, { ...later, make_ups: ['ben', 'ada'] }],
    ],
  })
  await press('Make-up lessons')
  await press('Give Ben a make-up credit')
  await screen.findByText('Make-up owed')
  await press('Give Ada a make-up credit')
  await screen.findByRole('button', { name: 'Book a make-up lesson for Ada' })
  expect(calls.map(({ body }) => body)).toEqual([{ make_ups: ['ben'] }, { make_ups: ['ben', 'ada'] }])
})

test('all who missed it may make it up', async () => {
  const calls = setup([], { [`/api/tables/lessons/${id}`]: [200, { ...later, make_ups: ['ada', 'ben'] }] })
  await press('Make-up lessons')
  await press('Give all a make-up credit')
  expect(calls[0]!.body).toEqual({ make_ups: ['ada', 'ben'] })
})

test('a make-up is booked into a coming lesson with a free seat, and is then no longer owed', async () => {
  const start = { title: 'First arrows', kind: 'group', place: 'roseville', starts_at: '2999-11-28T18:00:00.000Z' }
  const [open, full, awaited, canceled] = ['b', 'c', 'd', 'e'].map((letter) => ({ ...start, id: letter.repeat(24) }))
  const coming = [
    { ...open!, students: ['x'], seats: 3, updated_at: version },
    { ...full!, students: ['x'], seats: 1 },
    { ...awaited!, students: [], waiting: ['x'], seats: 1 },
    { ...canceled!, students: [], seats: 9, cancelled: true },
  ]
  const calls = setup(['ada'], {
    [`/api/tables/lessons/${id}`]: [
      [200, { ...later, ...start }],
      [200, { ...later, make_ups: null, made_up: ['ada'] }],
    ],
    '/api/tables/lessons': [200, { data: coming, page: 1, limit: 100, total: 4, totalPages: 1 }],
    [`/api/tables/lessons/${open!.id}`]: [200, { ...coming[0], students: ['x', 'ada'] }],
  })
  await press('Book a make-up lesson for Ada')
  const list = within(await screen.findByRole('list', { name: 'Coming lessons' }))
  expect(list.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('2 seats free'),
  ])
  await userEvent.click(list.getByRole('button'))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  const writes = calls.filter(({ body }) => body)
  expect(writes.map(({ path, body }) => [path, body])).toEqual([
    [`/api/tables/lessons/${open!.id}`, { students: ['x', 'ada'] }],
    [`/api/tables/lessons/${id}`, { make_ups: null, made_up: ['ada'] }],
  ])
  expect(screen.queryByText('Make-up owed')).toBeNull()
  expect(screen.getByText('Make-up booked')).toBeTruthy()
})

const anotherBooked = 'Another person has booked this make-up lesson.'
const anotherRemoved = 'Another person has removed this make-up lesson.'

test.each([
  ['a colleague books leaves the chosen lesson again', ['x'], ['ada'], anotherBooked, [['x', 'ada'], ['x']]],
  ['a colleague removes leaves the chosen lesson again', ['x'], [], anotherRemoved, [['x', 'ada'], ['x']]],
  ['a colleague or a lost attempt has booked into this lesson is done', ['x', 'ada'], ['ada'], undefined, []],
])('a make-up that %s', async (_, students, madeUp, message, seatings) => {
  const start = { title: 'First arrows', kind: 'group', place: 'roseville', starts_at: '2999-11-28T18:00:00.000Z' }
  const chosen = { ...start, id: 'b'.repeat(24), students, seats: 3, updated_at: version }
  const booked = { ...later, ...start, make_ups: null, made_up: madeUp }
  const path = `/api/tables/lessons/${chosen.id}`
  const calls = setup(['ada'], {
    [`/api/tables/lessons/${id}`]: [
      [200, { ...later, ...start }],
      [409, { error: 'Changed meanwhile.', code: 'conflict', record: booked }],
    ],
    '/api/tables/lessons': [200, { data: [chosen], page: 1, limit: 100, total: 1, totalPages: 1 }],
    [path]: [
      [200, { ...chosen, students: ['x', 'ada'] }],
      [200, { ...chosen, students: ['x'] }],
    ],
  })
  await press('Book a make-up lesson for Ada')
  await userEvent.click(within(await screen.findByRole('list', { name: 'Coming lessons' })).getByRole('button'))
  if (message) await within(screen.getByRole('dialog')).findByText(message)
  else await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  const written = calls.filter((call) => call.path === path && call.body).map(({ body }) => body)
  expect(written).toEqual(seatings.map((each) => ({ students: each })))
})

test('without the right to change the lesson it is only told who may make it up', () => {
  setup(['ada'], {}, false)
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['AdaMake-up owed'])
  expect(screen.queryAllByRole('button')).toEqual([])
})
