import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answers } from '#testing/answers'
import { show } from '#testing/screen'
import { Toasts } from '#ui/toast'
import { LessonStudents } from './lesson-students'

const id = 'a'.repeat(24)
const path = `/api/tables/lessons/${id}`
const record = (students: string[], seats: number, minute = 1) => ({
  id,
  students,
  seats,
  updated_at: `2026-11-28T11:0${minute}:00.000Z`,
})
const stale = (students: string[], seats: number): [number, unknown] => [
  409,
  { error: 'Changed meanwhile.', code: 'conflict', record: record(students, seats) },
]

function open(students: string[], seats: number, answer: Parameters<typeof answers>[0][string]) {
  const calls = answers({ [path]: answer })
  const version = '2026-11-28T11:00:00.000Z'
  show(
    <QueryClientProvider client={new QueryClient()}>
      <LessonStudents
        lesson={id}
        seating={{ students, waiting: [], held: [], makeUps: [], madeUp: [], seats, version }}
        onChanged={() => {}}
        picker={({ ids, onIds, full }) => (
          <>
            <p>{full ?? `Chosen: ${ids.join(' ')}`}</p>
            <button type="button" onClick={() => onIds([...ids, 'ada'])}>
              Add Ada
            </button>
            <button
              type="button"
              onClick={() =>
                onIds(
                  ids.filter((each) => each !== 'ben'),
                  'Ben',
                )
              }
            >
              Remove Ben
            </button>
          </>
        )}
      />
      <Toasts />
    </QueryClientProvider>,
  )
  return calls
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('a student is added and removed at once, against the version that was seen', async () => {
  const calls = open(['ben'], 3, [
    [200, record(['ben', 'ada'], 3)],
    [200, record(['ada'], 3, 2)],
  ])
  await press('Add Ada')
  await screen.findByText('Students (2 of 3)')
  await press('Remove Ben')
  await screen.findByText('Students (1 of 3)')
  expect(calls.map(({ body, headers }) => [body, headers.get('if-match')])).toEqual([
    [{ students: ['ben', 'ada'] }, '"2026-11-28T11:00:00.000Z"'],
    [{ students: ['ada'] }, '"2026-11-28T11:01:00.000Z"'],
  ])
})

test('a student who was removed is back in their place with one click', async () => {
  const calls = open(['ben', 'cy'], 3, [
    [200, record(['cy'], 3)],
    [200, record(['ben', 'cy'], 3, 2)],
  ])
  await press('Remove Ben')
  await screen.findByText('Ben is no longer in the lesson')
  await press('Undo')
  await screen.findByText('Students (2 of 3)')
  expect(calls.map(({ body }) => body)).toEqual([{ students: ['cy'] }, { students: ['ben', 'cy'] }])
})

test('the undo of a removal takes no seat from whoever has it by then', async () => {
  const calls = open(['ben', 'cy'], 2, [[200, record(['cy'], 2)], stale(['cy', 'ada'], 2)])
  await press('Remove Ben')
  await press('Undo')
  await screen.findAllByText('This lesson is full: 2 of 2 seats are taken.')
  expect(calls).toHaveLength(2)
})

test('a full lesson says so and offers one more seat', async () => {
  const calls = open(['ben', 'cy'], 2, [
    [200, record(['ben', 'cy'], 3)],
    [200, record(['ben', 'cy', 'ada'], 3, 2)],
  ])
  expect(screen.getByText('Students (2 of 2): full')).toBeTruthy()
  expect(screen.getByText('Full: 2 of 2')).toBeTruthy()
  await press('One more seat')
  await screen.findByText('Students (2 of 3)')
  expect(calls[0]!.body).toEqual({ seats: 3 })
  await press('Add Ada')
  await screen.findByText('Students (3 of 3): full')
})

test('a full lesson offers the waiting list, and a held seat counts as taken', async () => {
  const calls = answers({ [path]: [200, { ...record(['ben'], 2), waiting: ['cy', 'ada'] }] })
  const seating = {
    students: ['ben'],
    waiting: ['cy'],
    held: ['cy'],
    makeUps: [],
    madeUp: [],
    seats: 2,
    version: '2026-11-28T11:00:00.000Z',
  }
  show(
    <QueryClientProvider client={new QueryClient()}>
      <LessonStudents
        lesson={id}
        seating={seating}
        onChanged={() => {}}
        picker={({ full, instead }) => (
          <button type="button" onClick={() => instead?.onChoose('ada')}>
            {full}. {instead?.label}
          </button>
        )}
      />
    </QueryClientProvider>,
  )
  await press('Full: 1 of 2, 1 held. Add to the waiting list')
  expect(calls[0]!.body).toEqual({ waiting: ['cy', 'ada'] })
})

test('when another person takes the last seat first, the refusal is clear and their change stays', async () => {
  const calls = open(['ben'], 2, [stale(['ben', 'cy'], 2)])
  await press('Add Ada')
  await screen.findByText('This lesson is full: 2 of 2 seats are taken.')
  expect(screen.getByText('Students (2 of 2): full')).toBeTruthy()
  expect(calls).toHaveLength(1)
})

test('a change by another person is kept', async () => {
  const calls = open(['ben'], 5, [stale(['ben', 'cy'], 5), [200, record(['ben', 'cy', 'ada'], 5, 2)]])
  await press('Add Ada')
  await screen.findByText('Students (3 of 5)')
  expect(calls[1]!.body).toEqual({ students: ['ben', 'cy', 'ada'] })
})

test('a student another person has just added is not added twice', async () => {
  const calls = open(['ben'], 5, [stale(['ben', 'ada'], 5)])
  await press('Add Ada')
  await screen.findByText('Students (2 of 5)')
  expect(calls).toHaveLength(1)
})
