// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ShippedHome as Home } from '#app/home'
import { answers } from '#testing/answers'
import { show } from '#testing/screen'

const lesson = {
  id: 'a'.repeat(24),
  title: 'First arrows',
  place: 'roseville',
  placeName: 'Roseville',
  startsAt: '2026-11-28T18:00:00.000Z',
  minutes: 60,
  full: true,
}
const content = (lessons: object[]) => ({ '/api/site': [200, { cards: [], announcements: [], lessons }] }) as const

/** Puts every element at this distance from the top of the window. */
const place = (top: number) =>
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ top, bottom: top + 100 } as DOMRect)

test('the next public lessons appear below the fold as events, full ones say so', async () => {
  place(5_000)
  const calls = answers({ ...content([lesson]) } as never)
  show(<Home />)
  await expect.poll(() => calls.length).toBeGreaterThan(0)
  const event = (await screen.findByText(/Saturday, November 28, 10:00/)).closest('li')!
  expect(event.textContent).toContain('Roseville')
  expect(event.textContent).toContain('(full)')
  expect(event.getAttribute('itemtype')).toBe('https://schema.org/Event')
  expect(event.querySelector('[itemprop=endDate]')?.getAttribute('content')).toBe('2026-11-28T19:00:00.000Z')
})

test('in sight nothing moves: they wait until the visitor has scrolled on', async () => {
  const position = place(100)
  const calls = answers({ ...content([lesson]) } as never)
  show(<Home />)
  await expect.poll(() => calls.length).toBeGreaterThan(0)
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(screen.queryByText('Next lessons')).toBeNull()
  position.mockReturnValue({ top: 5_000, bottom: 5_100 } as DOMRect)
  act(() => void dispatchEvent(new Event('scroll')))
  await screen.findByText('Next lessons')
})

test('without lessons, or with an answer of an older service, there is no heading', async () => {
  place(5_000)
  const calls = answers({ '/api/site': [200, { cards: [], announcements: [] }] })
  show(<Home />)
  await expect.poll(() => calls.length).toBeGreaterThan(0)
  expect(screen.queryByText('Next lessons')).toBeNull()
})
