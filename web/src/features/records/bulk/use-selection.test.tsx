import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useSelection } from './use-selection'

const page = ['a', 'b', 'c', 'd']

function setup() {
  const hook = renderHook(({ scope }) => useSelection(scope, page), { initialProps: { scope: 'all' } })
  const run = (act_: (selection: typeof hook.result.current) => void) => act(() => act_(hook.result.current))
  return { run, ids: () => [...hook.result.current.ids].toSorted(), hook }
}

test('Shift selects the range from the last toggled row, and clears it the same way', () => {
  const { run, ids } = setup()
  run(({ toggle }) => toggle('b', false))
  run(({ toggle }) => toggle('d', true))
  expect(ids()).toEqual(['b', 'c', 'd'])
  run(({ toggle }) => toggle('c', true))
  expect(ids()).toEqual(['b'])
})

test('the page is selected as a whole and again cleared; rows of other pages stay', () => {
  const { run, ids } = setup()
  run(({ select }) => select(['x']))
  run(({ togglePage }) => togglePage())
  expect(ids()).toEqual(['a', 'b', 'c', 'd', 'x'])
  run(({ togglePage }) => togglePage())
  expect(ids()).toEqual(['x'])
})

test('all matching records become those of the page when one is cleared', () => {
  const { run, ids, hook } = setup()
  run(({ selectEverything }) => selectEverything())
  expect(hook.result.current.everything).toBe(true)
  run(({ toggle }) => toggle('a', false))
  expect(hook.result.current.everything).toBe(false)
  expect(ids()).toEqual(['b', 'c', 'd'])
})

test('another search or filter drops the selection', () => {
  const { run, ids, hook } = setup()
  run(({ togglePage }) => togglePage())
  hook.rerender({ scope: 'beginners' })
  expect(ids()).toEqual([])
})
