import { seconds } from '@app/contracts/durations'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderedSite } from '#content/rendered-site'
import { answers } from '#testing/answers'
import { show } from '#testing/screen'
import { ShippedHome as Home } from './home'

const seeded = renderedSite.cards

type Change = { title?: string; cta?: { type: string; label: string; value: string } }
const cardsWith = (changes: Record<number, Change> = {}) =>
  seeded.map((card, at) => ({ id: `c${at}`, ...card, ...changes[at] }))
const news = (text: string, more: object = {}) => ({
  id: text,
  kind: 'info',
  text,
  startsAt: null,
  endsAt: null,
  ...more,
})
const content = (announcements: object[] = [], cards: object[] = cardsWith()) => ({ cards, announcements })
const path = '/api/site'

let hidden = false
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-05-02T16:00:00Z') })
  vi.stubGlobal('CSS', { supports: () => true })
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run, 1))
  hidden = false
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden)
})
afterEach(() => vi.useRealTimers())

/** In small steps, since answers resolve between them independently of the fake clock. */
async function pass(time: number) {
  for (let step = 0; step < 20; step++) await act(() => vi.advanceTimersByTimeAsync(time / 20))
}
async function look(away: boolean) {
  hidden = away
  document.dispatchEvent(new Event('visibilitychange'))
  await pass(seconds(1))
}
const status = () => screen.getByRole('status', { name: 'Announcements' })
const titles = () =>
  within(document.getElementById('services')!)
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent)

test('changed cards take the place of those that the page was built with', async () => {
  answers({ [path]: [200, content([], cardsWith({ 2: { title: 'Birthday Parties at $380' } }).slice(0, 5))] })
  show(<Home />)
  expect(titles()).toEqual(seeded.map(({ title }) => title))
  await pass(seconds(1))
  expect(titles()[2]).toBe('Birthday Parties at $380')
  expect(titles()).toHaveLength(5)
  expect(screen.getByRole('heading', { name: 'Five ways to draw a bow' })).toBeTruthy()
})

test('the form offers the published interests, and takes back a chosen one that is offered no more', async () => {
  const interests = [{ value: 'Field Archery', label: 'Field Archery' }]
  answers({ [path]: [200, { ...content(), interests }] })
  show(<Home />)
  const choice = screen.getByLabelText<HTMLSelectElement>('Interest')
  fireEvent.change(choice, { target: { value: 'Leagues' } })
  expect(choice.value).toBe('Leagues')
  await pass(seconds(1))
  expect([...choice.options].map(({ value }) => value)).toEqual(['', 'Field Archery'])
  expect(choice.value).toBe('')
  fireEvent.change(choice, { target: { value: 'Field Archery' } })
  expect(choice.getAttribute('aria-invalid')).toBeNull()
})

test('what is announced is read out politely; texts are texts, what is closed stands first', async () => {
  const closed = news('No lessons <b>today</b>', { kind: 'closed' })
  answers({ [path]: [200, content([news('Parking is behind the barn.'), closed])] })
  show(<Home />)
  const place = status()
  expect(place.textContent).toBe('')
  await pass(seconds(1))
  expect(status()).toBe(place)
  expect(
    within(place)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Closed: No lessons <b>today</b>', 'Notice: Parking is behind the barn.'])
})

test('it is requested again within a minute while the page is visible, at once when it becomes visible, and never while hidden', async () => {
  const calls = answers({ [path]: [200, content()] })
  show(<Home />)
  await pass(seconds(1))
  expect(calls).toHaveLength(1)
  await pass(seconds(54))
  expect(calls).toHaveLength(2)
  await look(true)
  await pass(seconds(600))
  expect(calls).toHaveLength(2)
  await look(false)
  expect(calls).toHaveLength(3)
})

test('it looks again soon after the end of what is shown', async () => {
  const ends = { endsAt: new Date(Date.now() + seconds(20)).toISOString() }
  const calls = answers({
    [path]: [
      [200, content([news('Open until noon.', ends)])],
      [200, content()],
    ],
  })
  show(<Home />)
  await pass(seconds(19))
  expect(status().textContent).toContain('Open until noon.')
  await pass(seconds(8))
  expect(calls).toHaveLength(2)
  expect(status().textContent).toBe('')
})

test.each([
  ['the network is away', 'offline' as const],
  ['the service is away', [503, { error: 'Away.', code: 'unavailable' }] as [number, unknown]],
  ['there is nothing to tell', [204, ''] as unknown as [number, unknown]],
  ['a page comes in place of an answer', [200, '<html>'] as [number, unknown]],
  [
    'a card leads where no link may',
    [200, content([], cardsWith({ 0: { cta: { type: 'link', label: 'x', value: 'javascript:alert(1)' } } }))] as [
      number,
      unknown,
    ],
  ],
  [
    'an address hides a second recipient',
    [
      200,
      content([], cardsWith({ 0: { cta: { type: 'email', label: 'x', value: 'a@example.com?bcc=b@example.com' } } })),
    ] as [number, unknown],
  ],
])('the page stands as it was built when %s', async (_, answer) => {
  answers({ [path]: [answer] })
  show(<Home />)
  await pass(seconds(60))
  expect(titles()).toEqual(seeded.map(({ title }) => title))
  expect(status().textContent).toBe('')
})

test('without an answer what is announced still ends in time', async () => {
  const ends = { endsAt: new Date(Date.now() + seconds(30)).toISOString() }
  answers({ [path]: [[200, content([news('Rain.', ends), news('Wind.')])], 'offline'] })
  show(<Home />)
  await pass(seconds(1))
  expect(status().textContent).toContain('Rain.')
  await pass(seconds(40))
  expect(status().textContent).toBe('Notice: Wind.')
})

test('a sign that was dismissed stays away until there is something new', async () => {
  const first = content([news('Rain.')])
  answers({
    [path]: [
      [200, first],
      [200, first],
      [200, content([news('Rain.'), news('Wind.')])],
    ],
  })
  show(<Home />)
  await pass(seconds(1))
  act(() => screen.getByRole('button', { name: 'Dismiss' }).click())
  expect(status().textContent).toBe('')
  expect(document.activeElement?.id).toBe('main')
  await pass(seconds(50))
  expect(status().textContent).toBe('')
  await pass(seconds(50))
  expect(status().textContent).toBe('Notice: Wind.')
})

test('several are shown one by one until all are asked for', async () => {
  answers({ [path]: [200, content([news('Rain.'), news('Wind.')])] })
  show(<Home />)
  await pass(seconds(1))
  const more = screen.getByRole('button', { name: 'Show all' })
  expect(more.getAttribute('aria-expanded')).toBe('false')
  act(() => more.click())
  expect(screen.getByRole('button', { name: 'Show less' }).getAttribute('aria-expanded')).toBe('true')
  act(() => void dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })))
  expect(more.getAttribute('aria-expanded')).toBe('false')
})

test('a card is not taken away from under the keyboard', async () => {
  answers({ [path]: [200, content([], cardsWith({ 0: { title: 'Lessons' } }))] })
  show(<Home />)
  const link = within(document.getElementById('services')!).getAllByRole('link')[0]!
  act(() => link.focus())
  await pass(seconds(2))
  expect(titles()[0]).toBe(seeded[0]!.title)
  act(() => link.blur())
  await pass(seconds(1))
  expect(titles()[0]).toBe('Lessons')
})
