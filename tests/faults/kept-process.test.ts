import { expect, test } from 'vitest'
import { keepProcess } from './kept-process'

/** Processes that record when they start and stop; a stop takes `stopMs`. */
function fakeProcesses({ stopMs = 0, failures = 0 } = {}) {
  const running = new Set<number>()
  let starts = 0
  const start = async () => {
    const id = ++starts
    await Bun.sleep(5)
    if (id > 1 && id <= 1 + failures) throw new Error('its database is down')
    running.add(id)
    return {
      id,
      async stop() {
        await Bun.sleep(stopMs)
        running.delete(id)
      },
    }
  }
  return { start, running, starts: () => starts }
}

test('processes that stop at different times are all stopped at once until they are started', async () => {
  const quick = fakeProcesses()
  const slow = fakeProcesses({ stopMs: 100 })
  const kept = await Promise.all([keepProcess(quick.start), keepProcess(slow.start)])
  await Promise.all(kept.map((process) => process.stop()))
  expect([quick.running.size, slow.running.size]).toEqual([0, 0])
  await Promise.all(kept.map((process) => process.start()))
  expect([quick.running.size, slow.running.size]).toEqual([1, 1])
})

test('a restart repeats the start until the dependencies are back', async () => {
  const processes = fakeProcesses({ failures: 3 })
  const kept = await keepProcess(processes.start)
  await kept.restart('SIGKILL')
  expect([processes.running.size, processes.starts()]).toEqual([1, 5])
})

test('after the end nothing runs, although a restart was under way', async () => {
  const processes = fakeProcesses({ stopMs: 20 })
  const kept = await keepProcess(processes.start)
  const restart = kept.restart('SIGKILL')
  await kept.end()
  await restart
  expect(processes.running.size).toBe(0)
})

test('the end stops the repeated start of a process whose dependencies stay down', async () => {
  const processes = fakeProcesses({ failures: 1_000 })
  const kept = await keepProcess(processes.start)
  const restart = kept.restart('SIGKILL')
  await Bun.sleep(30)
  await kept.end()
  await restart
  expect(processes.running.size).toBe(0)
})
