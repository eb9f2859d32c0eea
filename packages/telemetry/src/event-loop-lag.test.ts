import { afterEach, expect, test } from 'vitest'
import { measureEventLoopLag } from './event-loop-lag'

let time = 0
let lag: ReturnType<typeof measureEventLoopLag>
const start = () => {
  lag = measureEventLoopLag(() => time)
}
afterEach(() => lag.stop())

/** Lets the timer run after this time. */
const pass = (ms: number) => {
  time += ms
  lag.tick()
}

test('a timer on time is no lag', () => {
  start()
  for (let run = 0; run < 10; run++) pass(100)
  expect(lag.read()).toBe(0)
})

test('the longest delay is reported for at least one window and at most two', () => {
  start()
  pass(800)
  pass(100)
  expect(lag.read()).toBe(700)
  for (let run = 0; run < 150; run++) pass(100)
  expect(lag.read()).toBe(700)
  for (let run = 0; run < 300; run++) pass(100)
  expect(lag.read()).toBe(0)
})

test('a block that has not let the timer run yet counts', () => {
  start()
  time += 2_100
  expect(lag.read()).toBe(2_000)
})

test('a blocked process measures itself', async () => {
  lag = measureEventLoopLag()
  const until = performance.now() + 600
  while (performance.now() < until);
  await expect.poll(() => lag.read()).toBeGreaterThan(400)
})
