import { act } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { show } from '#testing/screen'
import { useHashNavigation } from './app'

function Page() {
  useHashNavigation()
  return <section id="about" tabIndex={-1} />
}

function setup(address: string) {
  vi.useFakeTimers()
  const jump = vi.spyOn(window, 'scrollTo').mockReturnValue()
  const scroll = vi.fn()
  Element.prototype.scrollIntoView = scroll
  show(<Page />, address)
  return { jump, scroll }
}

test('a hash scrolls smoothly to its section after 100 ms and the focus follows', () => {
  const { scroll, jump } = setup('/#about')
  vi.advanceTimersByTime(99)
  expect(scroll).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(scroll).toHaveBeenCalledWith({ behavior: 'smooth' })
  expect(document.activeElement?.id).toBe('about')
  expect(jump).not.toHaveBeenCalled()
})

test('coming back to the home page without a hash jumps to the top', () => {
  const { jump } = setup('/login')
  act(() => navigate('/'))
  expect(jump).toHaveBeenCalledWith({ top: 0, behavior: 'instant' })
})

test('a page that was loaded keeps the position that the browser restores, and other paths do not jump', () => {
  const { jump } = setup('/')
  act(() => navigate('/login'))
  expect(jump).not.toHaveBeenCalled()
})

test('a hash that cannot be decoded leaves the page as it is', () => {
  const { scroll } = setup('/#%')
  vi.advanceTimersByTime(100)
  expect(scroll).not.toHaveBeenCalled()
})
