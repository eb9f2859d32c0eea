import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { lessons, list, pageWith, saturday } from '#features/records/tables.fixture'
import { RightsContext } from '#lib/rights'
import { answers } from '#testing/answers'
import { stubMedia } from '#testing/media'
import { show } from '#testing/screen'
import { Calendar } from './calendar-page'

test.each([
  ['day', true, 'ArrowDown', '2026-12-06'],
  ['day', true, 'ArrowUp', '2026-12-04'],
  ['week', false, 'ArrowDown', '2026-12-12'],
  ['week', false, 'ArrowRight', '2026-12-06'],
])('in the %s view (narrow: %s) Alt and %s move a lesson to %s', async (view, isNarrow, key, day) => {
  stubMedia((media) => isNarrow && media === '(width < 48rem)')
  const calls = answers({
    '/api/admin/schemas': [200, [{ ...lessons, calendar: { start: 'starts_at' } }]],
    '/api/today/mine': [200, { instructors: [] }],
    [list]: [200, pageWith([saturday])],
    [`${list}/${saturday.id}`]: [200, saturday],
  })
  show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RightsContext value={{ role: 'admin', rights: {}, exports: [] }}>
        <Calendar />
      </RightsContext>
    </QueryClientProvider>,
    `/admin/calendar?view=${view}&day=2026-12-05`,
  )
  fireEvent.keyDown(await screen.findByRole('link', { name: /Saturday range/ }), { key, altKey: true })
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ starts_at: `${day}T17:00:00.000Z` }),
  )
})
