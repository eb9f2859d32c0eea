import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { show } from '#testing/screen'
import { Header } from './header'

const scrollTo = (y: number) =>
  act(() => {
    Object.defineProperty(window, 'scrollY', { value: y, configurable: true })
    dispatchEvent(new Event('scroll'))
  })
const scrolled = () => screen.getByRole('banner').dataset.scrolled

test('the header changes past 10 pixels, not at 10', () => {
  show(<Header />)
  expect(scrolled()).toBe('false')
  scrollTo(10)
  expect(scrolled()).toBe('false')
  scrollTo(11)
  expect(scrolled()).toBe('true')
  scrollTo(0)
  expect(scrolled()).toBe('false')
})

test('the menu opens, leads to the sections, and closes on a choice and on Escape', async () => {
  show(<Header />)
  await userEvent.click(screen.getByRole('button', { name: 'Open menu' }))
  const book = screen.getAllByRole('link', { name: /Book Lessons/ }).at(-1)
  expect(book?.getAttribute('href')).toBe('#contact')
  await userEvent.keyboard('{Escape}')
  expect(screen.getByRole('button', { name: 'Open menu' }).getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(screen.getByRole('button', { name: 'Open menu' }))
  await userEvent.click(book!)
  expect(screen.getByRole('button', { name: 'Open menu' })).toBeTruthy()
})

test('booking opens the scheduling site in a new tab', () => {
  show(<Header />)
  const book = screen.getByRole('link', { name: 'Book Lessons (opens in a new tab)' })
  expect(book).toMatchObject({ target: '_blank', rel: 'noopener noreferrer' })
})
