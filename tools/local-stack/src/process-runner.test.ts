import { expect, test } from 'vitest'
import type { Running } from './launch'
import type { ManagedProcess } from './process-runner'
import { Supervisor } from './process-runner'

type Fake = Running & { name: string; end(how: string): void }

/** Fake processes that run until signalled; those in `ignoringTerm` exit on SIGKILL only. */
function setup(
  processes: (Partial<ManagedProcess> & { name: string })[],
  { ignoringTerm = [] as string[], timing = {} } = {},
) {
  const events: string[] = []
  const launched: Fake[] = []
  const lines: string[] = []
  const launch = ({ program: name }: { program: string }) => {
    const exit = Promise.withResolvers<string>()
    const fake: Fake = {
      name,
      pid: launched.length + 1,
      exited: exit.promise,
      end: exit.resolve,
      signal(signal) {
        events.push(`${signal} ${name}`)
        if (signal === 'SIGKILL' || !ignoringTerm.includes(name)) exit.resolve(`was killed by ${signal}`)
      },
    }
    events.push(`start ${name}`)
    launched.push(fake)
    return fake
  }
  const supervisor = new Supervisor({
    processes: processes.map((process) => ({
      after: [],
      command: async () => ({ program: process.name, args: [], cwd: '/', env: {} }),
      ready: async () => true,
      logFile: '',
      ...process,
    })),
    launch,
    log: (line) => lines.push(line),
    timing: { probeIntervalMs: 1, startTimeoutMs: 200, graceMs: 20, backOff: { firstMs: 5, maxMs: 40 }, ...timing },
  })
  const latest = (name: string) => launched.findLast((fake) => fake.name === name)!
  return { supervisor, events, lines, latest, launched }
}

const until = (condition: () => boolean) => expect.poll(condition, { interval: 2 }).toBe(true)

test('processes start after their dependencies and stop before them', async () => {
  const { supervisor, events } = setup([
    { name: 'site', after: ['api'] },
    { name: 'api', after: ['db'] },
    { name: 'db' },
  ])
  await supervisor.start()
  await supervisor.stop()
  expect(events).toEqual(['start db', 'start api', 'start site', 'SIGTERM site', 'SIGTERM api', 'SIGTERM db'])
})

test('a process that exits is restarted with back-off', async () => {
  const { supervisor, lines, latest, launched } = setup([{ name: 'api' }])
  await supervisor.start()
  for (let deaths = 1; deaths <= 3; deaths++) {
    latest('api').end('exited with code 1')
    await until(() => launched.length === deaths + 1 && supervisor.runner('api').status === 'ready')
  }
  const waits = lines.flatMap((line) => /restarting in ([\d.]+)/.exec(line)?.[1] ?? [])
  expect(waits).toEqual(['0.0', '0.0', '0.0'])
  expect(lines.filter((line) => line.includes('ready again'))).toHaveLength(3)
  await supervisor.stop()
})

test('a process that exits before it is ready fails the start, and everything is stopped', async () => {
  const dies = async () => {
    latest('api').end('exited with code 1')
    return false
  }
  const { supervisor, events, latest } = setup([
    { name: 'db' },
    { name: 'api', after: ['db'], ready: dies },
    { name: 'site', after: ['api'] },
  ])
  await expect(supervisor.start()).rejects.toMatchObject({ process: 'api', message: 'api exited with code 1' })
  expect(events).toContain('SIGTERM db')
  expect(events).not.toContain('start site')
})

test('a process whose preparation fails fails the start with its reason', async () => {
  const { supervisor } = setup([{ name: 'db', command: () => Promise.reject(new Error('no such program')) }])
  await expect(supervisor.start()).rejects.toThrow('db cannot start: no such program')
})

test('a process that is never ready fails the start after the timeout', async () => {
  const { supervisor, events } = setup([{ name: 'api', ready: async () => false }])
  await expect(supervisor.start()).rejects.toThrow(/api was not ready within/)
  expect(events.at(-1)).toBe('SIGTERM api')
})

test('a process that ignores SIGTERM is killed after its graceMs period', async () => {
  const { supervisor, events } = setup([{ name: 'api' }], { ignoringTerm: ['api'] })
  await supervisor.start()
  await supervisor.stop()
  expect(events).toEqual(['start api', 'SIGTERM api', 'SIGKILL api'])
})

test('stopping during the start stops what was started and starts nothing more', async () => {
  const { supervisor, events } = setup(
    [{ name: 'db' }, { name: 'api', after: ['db'], ready: async () => false }, { name: 'site', after: ['api'] }],
    {
      timing: { startTimeoutMs: 10_000 },
    },
  )
  const start = supervisor.start()
  await until(() => events.includes('start api'))
  await supervisor.stop()
  await expect(start).rejects.toThrow('api was stopped while starting')
  expect(events).toEqual(['start db', 'start api', 'SIGTERM api', 'SIGTERM db'])
})

test('stopping awaits preparations in progress and then starts nothing', async () => {
  const installed = Promise.withResolvers<void>()
  let installing = false
  const command = async () => {
    installing = true
    await installed.promise
    return { program: 'db', args: [], cwd: '/', env: {} }
  }
  const { supervisor, events } = setup([{ name: 'db', command }])
  const start = supervisor.start().catch((error: Error) => error.message)
  await until(() => installing)
  let stopped = false
  const stop = supervisor.stop().then(() => {
    stopped = true
  })
  // Others start and stop meanwhile.
  const other = setup([{ name: 'other' }]).supervisor
  await other.start()
  await other.stop()
  expect(stopped).toBe(false)
  installed.resolve()
  await stop
  expect(await start).toBe('db was stopped while starting')
  expect(events).toEqual([])
})

test('a stopped process stays stopped until it is started, and then runs once', async () => {
  const { supervisor, events, latest } = setup([{ name: 'redis' }, { name: 'db' }])
  const of = (name: string) => events.filter((event) => event.endsWith(` ${name}`))
  /** By when what is to be restarted has been. */
  async function anotherRestart() {
    const before = of('db').length
    latest('db').end('exited with code 1')
    await until(() => of('db').length > before)
  }
  await supervisor.start()
  await supervisor.runner('redis').stop('SIGKILL')
  await anotherRestart()
  expect(of('redis')).toEqual(['start redis', 'SIGKILL redis'])
  await supervisor.runner('redis').start()
  latest('redis').end('exited with code 1')
  await supervisor.runner('redis').stop()
  await supervisor.runner('redis').start()
  await anotherRestart()
  expect(of('redis').filter((event) => event === 'start redis')).toHaveLength(3)
  await supervisor.stop()
})
