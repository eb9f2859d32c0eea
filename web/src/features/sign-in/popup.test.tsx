import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { awaitCallback, openCallbackChannel, openPopup } from './google.atoms'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const message = { type: 'oauth_callback', code: 'c0de', state: 'expected' }
const popupWindow = () => ({ closed: false, close: vi.fn() }) as unknown as Window & { closed: boolean }

function setup({ state }: { state?: string } = { state: 'expected' }) {
  const popup = popupWindow()
  const cancel = new AbortController()
  const settled = vi.fn()
  const outcome = awaitCallback(popup, state, cancel.signal)
  outcome.then(
    (value) => settled('delivered', value),
    (error) => settled('failed', error.message),
  )
  const post = (data: unknown, from: { origin?: string; source?: unknown } = {}) =>
    window.dispatchEvent(
      new MessageEvent('message', { origin: location.origin, source: popup, data, ...from } as never),
    )
  return { popup, cancel, settled, outcome, post }
}
const turn = () => vi.advanceTimersByTimeAsync(0)

test('the popup is 500 by 600 in the middle of the window, and null when it is blocked', () => {
  Object.assign(window, { screenX: 100, screenY: 50, outerWidth: 1_500, outerHeight: 1_000 })
  const open = vi.spyOn(window, 'open').mockReturnValue(popupWindow() as never)
  expect(openPopup()).not.toBeNull()
  expect(open).toHaveBeenCalledWith('', '_blank', 'popup,width=500,height=600,left=600,top=250')
  open.mockReturnValue(null)
  expect(openPopup()).toBeNull()
  open.mockReturnValue({ closed: true } as never)
  expect(openPopup()).toBeNull()
})

test('the message of the popup is taken, acknowledged, and the popup closed', async () => {
  const { popup, settled, post } = setup()
  const other = openCallbackChannel()
  const received = vi.fn()
  other.addEventListener('message', ({ data }) => received(data))
  post(message)
  await turn()
  expect(settled).toHaveBeenCalledWith('delivered', message)
  expect(popup.close).toHaveBeenCalled()
  expect(received.mock.calls).toEqual([[{ type: 'oauth_received', state: 'expected' }]])
  other.close()
})

test('a popup without an opener is received over the broadcast channel', async () => {
  const { outcome } = setup()
  const other = openCallbackChannel()
  other.postMessage({ ...message, state: 'another login' })
  other.postMessage({ type: 'oauth_callback', error: 'Denied.', state: 'expected' })
  expect(await outcome).toMatchObject({ error: 'Denied.' })
  other.close()
})

const forged: [string, unknown, { origin?: string; source?: unknown }?][] = [
  ['another origin', message, { origin: 'https://evil.example' }],
  ['our origin with another port', message, { origin: `${location.protocol}//${location.hostname}:1` }],
  ['an opaque origin', message, { origin: 'null' }],
  ['another window of this site', message, { source: window }],
  ['no window', message, { source: null }],
  ['another state', { ...message, state: 'foreign' }],
  ['no state', { type: 'oauth_callback', code: 'c0de' }],
  ['another type', { ...message, type: 'OAUTH_CALLBACK' }],
  ['a code and an error', { ...message, error: 'both' }],
  ['neither code nor error', { type: 'oauth_callback', state: 'expected' }],
  ['an empty code', { ...message, code: '' }],
  ['a code that is no text', { ...message, code: { toString: () => 'c0de' } }],
  ['a code beyond all measure', { ...message, code: 'c'.repeat(2_049) }],
  ['a state that is no text', { ...message, state: ['expected'] }],
  ['more than belongs there', { ...message, returnUrl: 'https://evil.example' }],
  ['a text', JSON.stringify(message)],
  ['nothing', null],
  ['a list', [message]],
]
test.each(forged)('a message with %s is ignored', async (_what, data, from) => {
  const { settled, post, popup } = setup()
  post(data, from)
  await turn()
  expect(settled).not.toHaveBeenCalled()
  expect(popup.close).not.toHaveBeenCalled()
  post(message)
  await turn()
  expect(settled).toHaveBeenCalledWith('delivered', message)
})

test('a closed popup is noticed within a second, and its message is awaited for another second', async () => {
  const { settled, popup } = setup()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(settled).not.toHaveBeenCalled()
  popup.closed = true
  await vi.advanceTimersByTimeAsync(1_990)
  expect(settled).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(20)
  expect(settled).toHaveBeenCalledWith('failed', 'User cancelled the login process.')
})

test('a message within the grace counts, though the popup seems closed', async () => {
  const { settled, post, popup } = setup()
  popup.closed = true
  await vi.advanceTimersByTimeAsync(1_500)
  post(message)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(settled.mock.calls).toEqual([['delivered', message]])
})

test('a success that arrives after the cancellation is ignored and not acknowledged', async () => {
  const { settled, post, popup } = setup()
  const received = vi.fn()
  const other = openCallbackChannel()
  other.addEventListener('message', received)
  popup.closed = true
  await vi.advanceTimersByTimeAsync(3_000)
  post(message)
  other.postMessage(message)
  await vi.advanceTimersByTimeAsync(100)
  expect(settled.mock.calls).toEqual([['failed', 'User cancelled the login process.']])
  expect(received).not.toHaveBeenCalled()
  other.close()
})

test('canceling closes the popup', async () => {
  const { settled, popup, cancel } = setup()
  cancel.abort()
  await turn()
  expect(settled).toHaveBeenCalledWith('failed', 'User cancelled the login process.')
  expect(popup.close).toHaveBeenCalled()
})

test('where no state was sent none may come back', async () => {
  const { settled, post } = setup({})
  post(message)
  await turn()
  expect(settled).not.toHaveBeenCalled()
  const stateless = { type: 'oauth_callback', code: 'c0de' }
  post(stateless)
  await turn()
  expect(settled).toHaveBeenCalledWith('delivered', stateless)
})
