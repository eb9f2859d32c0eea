import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '#testing/screen'
import { useQuietTitles } from './dashboard-page'

function Page() {
  useQuietTitles()
  return (
    <div title="Lessons of today">
      <button type="button" title="Present">
        <svg aria-hidden="true" />
      </button>
      <button type="button" title="Delete (Del)">
        Delete
      </button>
    </div>
  )
}
const point = (type: string, pointerType: string, at: Element) =>
  act(() => void at.dispatchEvent(new PointerEvent(type, { pointerType, bubbles: true })))

test('a tap leaves no title over what was tapped, keeps its name, and a mouse brings titles back', () => {
  show(<Page />)
  const present = screen.getByRole('button', { name: 'Present' })
  const other = screen.getByRole('button', { name: 'Delete' })
  point('pointerdown', 'touch', present)
  expect(document.querySelectorAll('[title]')).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Present' })).toBe(present)
  expect(other.title).toBe('Delete (Del)')
  point('pointerdown', 'touch', other)
  expect(document.querySelector('[title]')).toBeNull()
  point('pointerover', 'mouse', other)
  expect([present, other].map(({ title }) => title)).toEqual(['Present', 'Delete (Del)'])
  expect(present.hasAttribute('aria-label')).toBe(false)
  expect(screen.getByTitle('Lessons of today')).toBeTruthy()
})
