// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openDashboard } from '#app/tables/tables.fixture'

test('a phone that is turned while its user is looked up still shows the lessons to come', async () => {
  let isCompact = false
  const listeners = new Set<() => void>()
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    get matches() {
      return media.includes('max-width: 47.99rem') && isCompact
    },
    addEventListener: (_: string, changed: () => void) => listeners.add(changed),
    removeEventListener: (_: string, changed: () => void) => listeners.delete(changed),
  }))
  const mine = Promise.withResolvers<Response>()
  const calls = openDashboard({ '/api/today/mine': mine.promise, '/api/tables/lessons/views': [200, { data: [] }] })
  await screen.findByRole('link', { name: 'Upcoming' })
  act(() => {
    isCompact = true
    for (const changed of listeners) changed()
  })
  expect(await screen.findByRole('button', { name: 'Filters and order' })).toBeTruthy()
  mine.resolve(new Response(JSON.stringify({ instructors: [], only: false })))
  expect(await screen.findByText('Saturday range')).toBeTruthy()
  expect(calls.filter(({ path }) => path === '/api/today/mine')).toHaveLength(1)
  vi.unstubAllGlobals()
})
