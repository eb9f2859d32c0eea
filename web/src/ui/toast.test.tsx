import { act, screen } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import { expect, test } from 'vitest'
import { show } from '#testing/screen'
import { Dialog, PlainDialog } from './dialog'
import { showToastAtom, Toasts } from './toast'

test('what a toast offers is within reach while a modal is open: it is in the one on top', async () => {
  const store = createStore()
  const page = (modals: 0 | 1 | 2) => (
    <Provider store={store}>
      <Toasts />
      {modals > 0 && (
        <PlainDialog label="Lesson" onClose={() => {}}>
          <p>Lesson</p>
        </PlainDialog>
      )}
      {modals > 1 && (
        <Dialog title="Repeat" onClose={() => {}}>
          <p>Repeat</p>
        </Dialog>
      )}
    </Provider>
  )
  const { rerender } = show(page(0))
  act(() => store.set(showToastAtom, { text: 'Added 3 lessons', undo: () => {} }))
  const place = () =>
    screen.getByRole('button', { name: 'Undo', hidden: true }).closest('dialog')?.textContent ?? 'page'
  expect(place()).toBe('page')
  rerender(page(1))
  expect(place()).toContain('Lesson')
  rerender(page(2))
  expect(place()).toContain('Repeat')
  rerender(page(1))
  expect(place()).toContain('Lesson')
  rerender(page(0))
  expect(place()).toBe('page')
})
