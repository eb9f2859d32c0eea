import type { WaitingStudent } from '@app/contracts/today'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answers } from '#testing/answers'
import { show } from '#testing/screen'
import { heldFor } from './change-seating'
import { WaitingList } from './waiting-list'

const id = 'a'.repeat(24)
const version = '2026-11-28T11:00:00.000Z'
const startsAt = '2999-11-28T18:00:00.000Z'
const student = (name: string, offer: WaitingStudent['offer'] = null): WaitingStudent => ({
  ...{ id: name.toLowerCase(), label: name, phone: null, badges: [], offer },
})
const open = { until: '2999-11-27T18:00:00.000Z', isOpen: true, isMailed: true }

function setup(waiting: WaitingStudent[], seats: number, given: Parameters<typeof answers>[0] = {}, mayEdit = true) {
  const calls = answers(given)
  const seating = {
    students: ['cy'],
    waiting: waiting.map((one) => one.id),
    held: heldFor(waiting),
    makeUps: [],
    madeUp: [],
    seats,
    version,
  }
  show(
    <QueryClientProvider client={new QueryClient()}>
      <WaitingList
        lesson={{ id, startsAt, cancelled: false }}
        seating={seating}
        waiting={waiting}
        mayEdit={mayEdit}
        onChanged={() => {}}
      />
    </QueryClientProvider>,
  )
  return calls
}
const button = (name: string) => screen.queryByRole('button', { name })

test('a free seat is offered by one click', async () => {
  const waiting = [student('Ada'), student('Ben')]
  const calls = setup(waiting, 2, { [`/api/lessons/${id}/offer`]: [200, { waiting, version }] })
  expect(screen.getByRole('heading').textContent).toContain('Waiting list (2)')
  expect(screen.getByText('1 seat free')).toBeTruthy()
  await userEvent.click(button('Offer a seat to Ada')!)
  expect(calls[0]!.body).toMatchObject({ student: 'ada', until: expect.stringMatching(/Z$/) })
})

test('siblings are offered their seats together, once there is one for each', async () => {
  const family = { phone: '(916) 555-0107', phoneOf: 'R. Brook' }
  const waiting = [{ ...student('Ada'), ...family }, student('Ben'), { ...student('Dan'), ...family }]
  const calls = setup(waiting, 3, { [`/api/lessons/${id}/offer`]: [200, { waiting, version }] })
  expect(screen.getByText('Sibling of Dan')).toBeTruthy()
  expect(screen.getByText('Sibling of Ada')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: /^Offer 2 seats/ })).toHaveLength(1)
  await userEvent.click(button('Offer 2 seats to Ada and Dan')!)
  const asked = calls.filter(({ path }) => path.endsWith('/offer')).map(({ body }) => body)
  expect(asked).toEqual([{ student: 'ada', siblings: ['dan'], until: expect.stringMatching(/Z$/) }])
})

test('with one seat for two siblings each is offered it alone', () => {
  const family = { phone: '(916) 555-0107', phoneOf: 'R. Brook' }
  setup(
    [
      { ...student('Ada'), ...family },
      { ...student('Dan'), ...family },
    ],
    2,
  )
  expect(screen.queryByRole('button', { name: /^Offer 2 seats/ })).toBeNull()
  expect(button('Offer a seat to Ada')).toBeTruthy()
})

test('a held seat is free for nobody else, and is taken by one click', async () => {
  const record = { id, students: ['cy', 'ada'], waiting: ['ben'], seats: 2, updated_at: '2026-11-28T11:01:00.000Z' }
  const calls = setup([student('Ada', open), student('Ben')], 2, { [`/api/tables/lessons/${id}`]: [200, record] })
  expect(screen.getByText(/Seat held until/)).toBeTruthy()
  expect(button('Offer a seat to Ben')).toBeNull()
  expect(button('Add Ben to the lesson')).toBeNull()
  await userEvent.click(button('Add Ada to the lesson')!)
  expect(calls[0]!.body).toEqual({ students: ['cy', 'ada'], waiting: ['ben'] })
})

test('an offer that has ended can be repeated; one whose email is missing can be sent', () => {
  setup([student('Ada', { ...open, isOpen: false }), student('Ben', { ...open, isMailed: false })], 4)
  expect(button('Offer a seat to Ada')!.textContent).toBe('Offer again')
  expect(button('Offer a seat to Ben')!.textContent).toBe('Send the offer')
})

test('who may not change the lesson sees the order and nothing to press', () => {
  setup([student('Ada'), student('Ben', open)], 4, {}, false)
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '1. Ada',
    expect.stringContaining('2. Ben'),
  ])
  expect(screen.queryAllByRole('button')).toEqual([])
})
