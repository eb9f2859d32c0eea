import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useSetAtom } from 'jotai'
import { expect, test } from 'vitest'
import { answers } from '#testing/answers'
import { show } from '#testing/screen'
import { WaitingWalkIns } from '../attendance-sheet'
import { RangeStrip, RefusedEntries, useSendWaiting } from './unsent'
import { enterAtom } from './use-send-outbox'

const lesson = 'a'.repeat(24)
const path = `/api/tables/lessons/${lesson}`
const row = { id: lesson, seats: 1, students: ['s1'], present: [], updated_at: '1' }

function Page() {
  useSendWaiting()
  const enter = useSetAtom(enterAtom)
  const walkIn = { kind: 'walk-in', lesson, about: 'First arrows', name: 'Cleo', person: { id: 's2' } } as const
  return (
    <>
      <RangeStrip keptAt="2026-11-28T17:41:00.000Z" />
      <RefusedEntries />
      <WaitingWalkIns lesson={lesson} />
      <button type="button" onClick={() => enter(walkIn)}>
        Enter
      </button>
    </>
  )
}

test('a walk-in waits for the connection; a full lesson asks before it gets one more seat', async () => {
  const calls = answers({ [path]: ['offline', [200, row]] })
  show(<Page />)
  await userEvent.click(screen.getByRole('button', { name: 'Enter' }))
  expect((await screen.findByRole('list', { name: 'Walk-ins to send' })).textContent).toContain('Cleo')
  dispatchEvent(new Event('online'))
  await screen.findByText(/^Offline, 1 walk-in to send/)
  expect(screen.getByText('Lessons as of 9:41 AM')).toBeTruthy()
  dispatchEvent(new Event('online'))
  await screen.findByText(/This lesson is full: 1 of 1 seats are taken/)
  await userEvent.click(screen.getByRole('button', { name: 'Add with one more seat' }))
  await expect.poll(() => screen.queryByText('Not saved yet')).toBeNull()
  expect(calls.at(-1)!.body).toEqual({ students: ['s1', 's2'], present: ['s2'], seats: 2 })
})

test('what is refused for good can be given up', async () => {
  answers({ [path]: [404, { error: 'Not found.', code: 'not_found' }] })
  show(<Page />)
  await userEvent.click(screen.getByRole('button', { name: 'Enter' }))
  await screen.findByRole('list', { name: 'Walk-ins to send' })
  dispatchEvent(new Event('online'))
  await screen.findByText('Not saved yet')
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  await expect.poll(() => screen.queryByText(/Cleo/)).toBeNull()
})
