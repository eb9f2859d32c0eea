import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { show } from '#testing/screen'
import { useKeptFocus } from './keep-focus'

/** A page with what goes when it is pressed, what is disabled by it, and a way to another page. */
function Page() {
  useKeptFocus()
  const [isThere, setThere] = useState(true)
  const [isBusy, setBusy] = useState(false)
  const [isNext, setNext] = useState(false)
  if (isNext)
    return (
      <main>
        <h1>The next page</h1>
      </main>
    )
  return (
    <main>
      <h1>This page</h1>
      <section aria-label="Change">
        {isThere && (
          <button type="button" onClick={() => setThere(false)}>
            Dismiss
          </button>
        )}
      </section>
      <button type="button" disabled={isBusy} onClick={() => setBusy(true)}>
        Save
      </button>
      <button type="button" onClick={() => setBusy(false)}>
        Saved
      </button>
      <section aria-label="Notifications">
        {isThere && (
          <button type="button" onClick={() => setThere(false)}>
            Undo
          </button>
        )}
      </section>
      <button type="button" onClick={() => setNext(true)}>
        Next
      </button>
    </main>
  )
}
const button = (name: string) => screen.getByRole('button', { name })
const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent

test('what goes when it is pressed leaves the focus to the part around it, for as long as that has it', async () => {
  show(<Page />)
  await userEvent.click(button('Dismiss'))
  await expect.poll(focused).toBe('Change')
  const part = screen.getByRole('region', { name: 'Change' })
  expect(part.tabIndex).toBe(-1)
  button('Next').focus()
  expect(part.hasAttribute('tabindex')).toBe(false)
})

test('the title of another page gets the focus of the link to it', async () => {
  show(<Page />)
  await userEvent.click(button('Next'))
  await expect.poll(focused).toBe('The next page')
})

test('what the undo of a message was pressed after has the focus again', async () => {
  show(<Page />)
  button('Save').focus()
  button('Undo').focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(focused).toBe('Save')
})

test('whoever clicks beside something keeps nothing', async () => {
  show(<Page />)
  button('Save').focus()
  button('Save').blur()
  await userEvent.click(button('Dismiss'))
  button('Next').focus()
  button('Next').blur()
  await userEvent.keyboard('x')
  expect(document.activeElement).toBe(document.body)
})
