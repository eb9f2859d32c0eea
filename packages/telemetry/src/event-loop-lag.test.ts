import { seconds } from '@app/contracts/durations'
import { afterEach, expect, test } from 'vitest'
import { intervalMs, measureEventLoopLag, restIntervalMs } from './event-loop-lag'

let time = 0
let cpuShare = 1
let lag: ReturnType<typeof measureEventLoopLag>
const start = () => {
  cpuShare = 1
  // In microseconds.
  lag = measureEventLoopLag(
    () => time,
    () => ({ user: cpuShare * time * 1_000, system: 0 }),
  )
}
afterEach(() => lag.stop())

/** Lets the timer run after this time. */
const pass = (ms: number) => {
  time += ms
  lag.tick()
}

test('a timer on time is no lag', () => {
  start()
  for (let run = 0; run < 10; run++) pass(intervalMs)
  expect(lag.read()).toBe(0)
})

test('the longest delay is reported for at least one window and at most two', () => {
  start()
  pass(intervalMs + 700)
  pass(intervalMs)
  expect(lag.read()).toBe(700)
  for (let passed = 0; passed < seconds(15); passed += intervalMs) pass(intervalMs)
  expect(lag.read()).toBe(700)
  for (let passed = 0; passed < seconds(30); passed += intervalMs) pass(intervalMs)
  expect(lag.read()).toBe(0)
})

test('a process at rest is looked at less often, and a block that ends its rest counts', () => {
  start()
  cpuShare = 0
  pass(intervalMs)
  pass(restIntervalMs - (time % restIntervalMs))
  for (let run = 0; run < 10; run++) pass(restIntervalMs)
  expect(lag.read()).toBe(0)
  cpuShare = 1
  pass(restIntervalMs + 700)
  expect(lag.read()).toBe(700)
  pass(intervalMs + 800)
  expect(lag.read()).toBe(800)
})

test('a block that has not let the timer run yet counts', () => {
  start()
  time += intervalMs + 2_000
  expect(lag.read()).toBe(2_000)
})

test('a blocked process measures itself', async () => {
  lag = measureEventLoopLag()
  const until = performance.now() + 900
  while (performance.now() < until);
  await expect.poll(() => lag.read()).toBeGreaterThan(500)
})
