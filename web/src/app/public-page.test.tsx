// @vitest-environment happy-dom
import { act } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { PublicPage } from './public-page'

const prerender = () => renderToString(<PublicPage />)

test('the prerendered page is complete, and nothing in it needs a wider content security policy', () => {
  const page = prerender()
  for (const text of ['Find your aim under the oaks', 'Birthday Parties at $350', 'Full Name', 'Privacy Policy'])
    expect(page).toContain(text)
  expect(page).not.toMatch(/ style=| on\w+=|<script/)
})

test('it hydrates without a warning and without a change', async () => {
  const complaint = vi.spyOn(console, 'error')
  document.body.innerHTML = `<div id="root">${prerender()}</div>`
  const root = document.getElementById('root') as HTMLElement
  const before = root.innerHTML
  const recovered = vi.fn()
  await act(async () => void hydrateRoot(root, <PublicPage />, { onRecoverableError: recovered }))
  expect(recovered).not.toHaveBeenCalled()
  expect(complaint).not.toHaveBeenCalled()
  // Except for the submit button, which is enabled by hydration.
  const waiting = (html: string) =>
    html.replace(/<button type="submit"[^>]*>/, '').replace(/<noscript>.*?<\/noscript>/s, '')
  expect(waiting(root.innerHTML)).toBe(waiting(before))
})
