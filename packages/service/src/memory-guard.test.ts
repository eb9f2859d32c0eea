import { expect, test } from 'vitest'
import { collectFrom, memoryGuard } from './memory-guard'

const collectAfter = collectFrom / 8

function setup(garbage: number, from?: number) {
  const state = { own: 0, collected: 0, returned: 0 }
  const collect = () => {
    state.collected += 1
    state.own -= garbage
  }
  const guard = memoryGuard(from, {
    own: () => state.own,
    collect,
    collectAll: () => {
      state.returned += 1
      collect()
    },
  })
  return { state, check: guard.check }
}

test('a process that stays small is left alone, and seldom looked at', () => {
  const { state, check } = setup(0)
  state.own = collectFrom / 2 - 1
  expect(check()).toBe(1_000)
  state.own = collectFrom - 1
  expect(check()).toBe(50)
  expect(state.collected).toBe(0)
})

test('a process that does not grow is looked at less and less often, and at once more often when it grows', () => {
  const { state, check } = setup(0)
  state.own = collectFrom - 2 ** 22
  expect(Array.from({ length: 7 }, check)).toEqual([50, 100, 200, 400, 800, 1_000, 1_000])
  state.own += 2 ** 20
  expect([check(), check()]).toEqual([50, 100])
})

test('garbage is collected as soon as a process has grown, however often', () => {
  const { state, check } = setup(collectAfter)
  for (let times = 1; times <= 3; times++) {
    state.own = collectFrom
    check()
    check()
    expect(state.collected).toBe(times)
  }
})

test('what is in use is not collected again and again', () => {
  const { state, check } = setup(0)
  state.own = 2 * collectFrom
  check()
  check()
  state.own += collectAfter - 1
  check()
  expect(state.collected).toBe(1)
  state.own += 1
  check()
  expect(state.collected).toBe(2)
})

test('what is returned to the system after a collection counts as free', () => {
  const { state, check } = setup(0)
  state.own = 2 * collectFrom
  check()
  state.own = collectFrom + collectAfter
  check()
  state.own += collectAfter
  check()
  expect(state.collected).toBe(2)
})

test('a process may collect earlier than others', () => {
  const { state, check } = setup(collectAfter, collectFrom / 2)
  for (let times = 1; times <= 2; times++) {
    state.own = collectFrom / 2
    check()
    expect(state.collected).toBe(times)
  }
})

test('memory is returned to the system once a process has grown by a quarter', () => {
  const { state, check } = setup(0)
  state.own = collectFrom + 2 * collectAfter - 1
  check()
  expect(state).toMatchObject({ collected: 1, returned: 0 })
  state.own += collectAfter
  check()
  expect(state).toMatchObject({ collected: 2, returned: 1 })
})

test('the lowest size from which on memory is returned is a quarter more', () => {
  const { state, check } = setup(0)
  state.own = collectFrom + 2 * collectAfter
  check()
  expect(state).toMatchObject({ collected: 1, returned: 1 })
})
