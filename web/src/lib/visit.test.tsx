import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { countView, visitOrigin } from './visit'

const sent: { path: string; body: Promise<string> }[] = []
const state = { hidden: false, referrer: '' }
const setNavigator = (name: string, value: unknown) =>
  Object.defineProperty(navigator, name, { value, configurable: true })

beforeEach(() => {
  vi.useFakeTimers()
  sessionStorage.clear()
  sent.length = 0
  Object.assign(state, { hidden: false, referrer: 'https://www.search.example.com/?q=archery+near+me' })
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => state.hidden)
  vi.spyOn(document, 'referrer', 'get').mockImplementation(() => state.referrer)
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('complete')
  history.replaceState(null, '', '/')
  setNavigator('sendBeacon', (path: string, body: Blob) => Boolean(sent.push({ path, body: body.text() })))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  setNavigator('doNotTrack', null)
  setNavigator('globalPrivacyControl', undefined)
})
const show = (hidden: boolean) => {
  state.hidden = hidden
  document.dispatchEvent(new Event('visibilitychange'))
}
const views = () => Promise.all(sent.map(async ({ path, body }) => [path, JSON.parse(await body)]))
const view = (body: object) => ['/api/forms/visits', body]

test('a view is reported once, after a moment, with the host that led here and no more of its address', async () => {
  countView()
  vi.advanceTimersByTime(2_000)
  expect(sent).toHaveLength(0)
  vi.advanceTimersByTime(60_000)
  show(true)
  show(false)
  vi.advanceTimersByTime(60_000)
  expect(await views()).toEqual([view({ page: '/', host: 'www.search.example.com' })])
})

test('a visitor who leaves before is counted; a page that was never in sight is not', async () => {
  state.hidden = true
  countView()
  vi.advanceTimersByTime(60_000)
  expect(sent).toHaveLength(0)
  show(false)
  show(true)
  expect(await views()).toEqual([view({ page: '/', host: 'www.search.example.com' })])
})

test.each([
  ['doNotTrack', '1'],
  ['globalPrivacyControl', true],
])('with %s nothing is sent and nothing stored', (name, value) => {
  setNavigator(name, value)
  countView()
  vi.advanceTimersByTime(60_000)
  expect(sent).toHaveLength(0)
  expect(visitOrigin()).toBeUndefined()
  expect(sessionStorage.length).toBe(0)
})

test('in this tab the visit keeps its beginning while the visitor reads on, until another site leads here', async () => {
  expect(visitOrigin()).toEqual({ page: '/', host: 'www.search.example.com' })
  history.replaceState(null, '', '/privacy')
  state.referrer = `${location.origin}/`
  countView()
  vi.advanceTimersByTime(5_000)
  expect(await views()).toEqual([view({ page: '/privacy', host: 'www.search.example.com' })])
  expect(visitOrigin()).toEqual({ page: '/', host: 'www.search.example.com' })
  state.referrer = 'https://maps.example.com/'
  expect(visitOrigin()).toEqual({ page: '/privacy', host: 'maps.example.com' })
})

test('an unknown address, an app and a browser that keeps nothing are no obstacle', () => {
  history.replaceState(null, '', '/wp-admin')
  state.referrer = 'android-app://com.example.mail'
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('denied')
  })
  expect(visitOrigin()).toEqual({ page: 'other', host: '' })
})
