import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { lessons, list, pageWith, saturday } from '#features/records/tables.fixture'
import { RightsContext } from '#lib/rights'
import { answers } from '#testing/answers'
import { stubMedia } from '#testing/media'
import { show } from '#testing/screen'
import { Calendar } from './calendar-page'

test('a lesson opens beside the calendar, says when and where it is, and Escape stays there', async () => {
  stubMedia((media) => media === '(min-width: 56.25rem)')
  answers({
    '/api/admin/schemas': [200, [{ ...lessons, calendar: { start: 'starts_at' } }]],
    '/api/today/mine': [200, { instructors: [] }],
    [list]: [200, pageWith([saturday])],
    [`${list}/${saturday.id}`]: [200, saturday],
    [`${list}/${saturday.id}/referrers`]: [200, []],
  })
  show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RightsContext value={{ role: 'admin', rights: {}, exports: [] }}>
        <Calendar />
      </RightsContext>
    </QueryClientProvider>,
    '/admin/calendar?view=agenda&day=2026-12-05',
  )
  await userEvent.click(await screen.findByRole('link', { name: /Saturday range/ }))
  const panel = within(await screen.findByRole('region', { name: 'Lesson details' }))
  // The time stays in one piece where the line breaks.
  expect((await panel.findByText('Sat, Dec 5, 9:00 AM · Roseville')).textContent).toContain('9:00\u00a0AM\u00a0·')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Lesson details' })).toBeNull())
  expect(location.pathname).toBe('/admin/calendar')
  expect(new URLSearchParams(location.search).get('record')).toBeNull()
  expect(screen.getByRole('link', { name: /Saturday range/ })).toBeTruthy()
})
