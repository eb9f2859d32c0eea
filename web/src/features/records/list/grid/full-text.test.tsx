import { fireEvent, screen } from '@testing-library/react'
import { useRef } from 'react'
import { expect, test } from 'vitest'
import { stubMedia } from '#testing/media'
import { show } from '#testing/screen'
import { FullText } from './full-text'

function Grid() {
  const grid = useRef<HTMLTableElement>(null)
  return (
    <>
      <table ref={grid}>
        <tbody>
          <tr>
            <td data-stop={1} tabIndex={-1}>
              Cut
            </td>
          </tr>
        </tbody>
      </table>
      <FullText grid={grid} textOf={() => 'Cut short no more'} />
    </>
  )
}
const pointer = (type: string, pointerType: string) =>
  fireEvent(screen.getByText('Cut'), new PointerEvent(type, { bubbles: true, pointerType }))

test('a cut text is shown in full under a mouse and for the keyboard', () => {
  show(<Grid />)
  pointer('pointerover', 'mouse')
  expect(screen.getByRole('tooltip').textContent).toBe('Cut short no more')
  fireEvent.keyDown(document, { key: 'Escape' })
  expect(screen.queryByRole('tooltip')).toBeNull()
})

test('a tap leaves nothing behind', () => {
  show(<Grid />)
  pointer('pointerover', 'touch')
  pointer('pointerdown', 'touch')
  fireEvent.focusIn(screen.getByText('Cut'))
  expect(screen.queryByRole('tooltip')).toBeNull()
  // Until the keyboard is used again.
  fireEvent.keyDown(document, { key: 'Tab' })
  fireEvent.focusIn(screen.getByText('Cut'))
  expect(screen.getByRole('tooltip')).toBeTruthy()
})

test('on a device without a mouse the keys of its screen leave nothing behind either', () => {
  stubMedia((media) => media !== '(any-hover: hover)')
  show(<Grid />)
  pointer('pointerdown', 'touch')
  fireEvent.keyDown(document, { key: 'Enter' })
  fireEvent.focusIn(screen.getByText('Cut'))
  expect(screen.queryByRole('tooltip')).toBeNull()
})
