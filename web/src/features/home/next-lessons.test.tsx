import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answers } from '#testing/answers'
import { show } from '#testing/screen'
import { ShippedHome as Home } from './home'

const lesson = {
  id: 'a'.repeat(24),
  title: 'First arrows',
  place: 'roseville',
  placeName: 'Roseville',
  startsAt: '2026-11-28T18:00:00.000Z',
  minutes: 60,
  full: true,
  free: 0,
}
const content = (lessons: object[]) => ({ '/api/site': [200, { cards: [], announcements: [], lessons }] }) as const

/** Puts every element at this distance from the top of the window. */
const place = (top: number) =>
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ top, bottom: top + 100 } as DOMRect)

test('the next public lessons appear below the fold as events, full ones say so and offer the waiting list', async () => {
  place(5_000)
  const calls = answers({ ...content([lesson]) } as never)
  show(<Home />)
  await expect.poll(() => calls.length).toBeGreaterThan(0)
  const event = (await screen.findByText(/Saturday, November 28, 10:00 AM/, { selector: 'time' })).closest('li')!
  expect(event.textContent).toContain('Roseville, at the farmers market')
  expect(event.textContent).toContain('Full')
  expect(event.textContent).not.toMatch(/free seat|\$/)
  expect(event.getAttribute('itemtype')).toBe('https://schema.org/Event')
  expect(event.querySelector('[itemprop=endDate]')?.getAttribute('content')).toBe('2026-11-28T19:00:00.000Z')
  expect(within(event).getByRole('link', { name: /^Ask for the waiting list +in First arrows/ })).toBeTruthy()
})

test('a lesson has its price and free seats, and leads to the form with its date filled in', async () => {
  place(5_000)
  const calls = answers({ ...content([{ ...lesson, full: false, free: 3, price: 35, topic: 'bow' }]) } as never)
  show(<Home />)
  await expect.poll(() => calls.length).toBeGreaterThan(0)
  const link = await screen.findByRole('link', { name: /^Ask for a seat +in First arrows/ })
  expect(link.closest('li')!.textContent).toContain('$35, 3 free seats')
  expect(link.closest('li')!.querySelector('[itemprop=price]')?.getAttribute('content')).toBe('35')
  act(() => link.click())
  const sentence = 'I would like a seat in "First arrows" on Saturday, November 28, 10:00 AM (Roseville).'
  const message = screen.getByLabelText<HTMLTextAreaElement>('Message')
  expect(message.value).toBe(sentence)
  expect(screen.getByLabelText<HTMLSelectElement>('Interest').value).toBe('Bow Building')
  fireEvent.change(message, { target: { value: `${sentence} We are two.` } })
  act(() => link.click())
  expect(message.value).toBe(`${sentence}\n\nWe are two.`)
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
