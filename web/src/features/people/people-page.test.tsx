import type { Person } from '@app/contracts/people'
import type { RightsHolder } from '@app/contracts/policy'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { RightsContext } from '#lib/rights'
import { answers } from '#testing/answers'
import { show } from '#testing/screen'
import { PeoplePage } from './people-page'

function open(role: RightsHolder['role'], people: [number, unknown]) {
  answers({ '/api/people': people })
  show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RightsContext value={{ role, rights: {}, exports: [] }}>
        <PeoplePage tables={[]} invite="new@example.com" />
      </RightsContext>
    </QueryClientProvider>,
  )
}

test('staff who may not manage people get the reason, and no invitation', async () => {
  open('staff', [403, { error: 'Only admins manage people.', code: 'forbidden' }])
  await screen.findByText('Only admins manage people.')
  expect(screen.queryByRole('button', { name: 'Invite a person' })).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('a failure that may pass is tried again', async () => {
  open('admin', [503, { error: 'The service is busy.', code: 'unavailable' }])
  await screen.findByText('The service is busy.')
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('an admin is offered the invitation that the address names', async () => {
  open('admin', [200, []])
  expect(await screen.findByRole('dialog')).toBeTruthy()
  expect(screen.getByText('Invite a person', { selector: 'button' })).toBeTruthy()
})

const person = (n: number): Person => ({
  ...{ id: `${n}`.padStart(24, '0'), email: `p${n}@archery.example`, name: `Person ${n}`, role: 'staff', rights: {} },
  ...{ exports: [], disabled: false, provider: 'code', createdAt: '2026-01-01T00:00:00.000Z', lastSeenAt: null },
  ...{ invitedAt: null, accessRequestedAt: null, protection: null },
})

test('rights by table and person are shown from four people with access on', async () => {
  const outside: Person = { ...person(9), role: 'user' }
  open('admin', [200, { data: [person(1), person(2), person(3), outside] }])
  await screen.findByText('Person 1')
  expect(screen.queryByRole('heading', { name: 'Who may do what', hidden: true })).toBeNull()
  cleanup()
  open('admin', [200, { data: [person(1), person(2), person(3), person(4), outside] }])
  expect(await screen.findByRole('heading', { name: 'Who may do what', hidden: true })).toBeTruthy()
})
