// @vitest-environment happy-dom
import { act } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { PartRoot } from './part-root'
import { parts, renderHome } from './prerender'

test('the prerendered page is complete, and nothing in it needs a wider content security policy', () => {
  const page = renderHome()
  for (const text of ['Find your aim under the oaks', 'Birthday Parties at $350', 'Full Name', 'Privacy Policy'])
    expect(page).toContain(text)
  expect(page).not.toMatch(/ style=| on\w+=|<script/)
})

test.each(Object.entries(parts))('the part %s hydrates without a warning and without a change', async (name, part) => {
  const complaint = vi.spyOn(console, 'error')
  document.body.innerHTML = renderHome()
  const container = document.querySelector(`[data-part=${name}]`)!
  const before = container.innerHTML
  const recovered = vi.fn()
  const options = { onRecoverableError: recovered, identifierPrefix: name }
  await act(async () => void hydrateRoot(container, <PartRoot>{part}</PartRoot>, options))
  expect(recovered).not.toHaveBeenCalled()
  expect(complaint).not.toHaveBeenCalled()
  // Except for the submit button, which is enabled by hydration.
  const waiting = (html: string) =>
    html.replace(/<button type="submit"[^>]*>/, '').replace(/<noscript>.*?<\/noscript>/s, '')
  expect(waiting(container.innerHTML)).toBe(waiting(before))
})

test('ids are unique over all parts', () => {
  const ids = [...renderHome().matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
})
