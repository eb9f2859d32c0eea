import { cleanup, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { useWithinWindow } from './popover'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function Panel() {
  const panel = useRef<HTMLDivElement>(null)
  useWithinWindow(panel, true)
  return <div ref={panel} data-testid="panel" />
}

/** How a panel between these edges is moved in a window of 360 pixels. */
function moved(left: number, right: number): string {
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(360)
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ left, right } as DOMRect)
  return render(<Panel />).getByTestId('panel').style.translate
}

test.each([
  [20, 300, ''],
  [100, 400, '-48px'],
  // A menu at the right end of a narrow row hangs over the left edge.
  [-12, 210, '20px'],
  // Wider than the window: its beginning is in sight.
  [4, 380, '4px'],
])('a panel from %i to %i is moved by "%s"', (left, right, by) => {
  expect(moved(left, right)).toBe(by)
})
