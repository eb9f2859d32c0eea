import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'

const program = (ready: string) => `
  import { createServiceApp } from '${join(import.meta.dirname, 'app.ts')}'
  import { createLog } from '${join(import.meta.dirname, 'log.ts')}'
  import { runProcess } from '${join(import.meta.dirname, 'run-process.ts')}'
  const log = createLog('test', 'silent')
  let ran = 0
  const app = createServiceApp({ log }).get('/', () => {
    ran += 1
    return 'answered'
  })
  process.on('SIGTERM', () => process.send({ stopping: true }))
  const told = new Promise((resolve) => process.once('message', resolve)).then(() => process.send({ told: true }))
  process.send({ started: true })
  await runProcess({ app, log, host: '127.0.0.1', port: 0, ready: ${ready}, close: async () => process.send({ ran }) })
  process.send({ port: app.server.port })`

type Said = { started?: true; told?: true; port?: number; stopping?: true; ran?: number }

/** A child process and what it says, in its order: its port once it listens, and how many requests it ran once it has ended. */
function spawnProcess(ready: string) {
  const said: Said[] = []
  const child = Bun.spawn([process.execPath, '-e', program(ready)], {
    ipc: (message: Said) => void said.push(message),
  })
  const has = async (name: keyof Said) => {
    await vi.waitFor(() => expect(said.some((each) => name in each)).toBe(true), { timeout: 50_000, interval: 5 })
    return said.find((each) => name in each)![name]
  }
  return { child, said, has }
}
async function startProcess() {
  const started = spawnProcess('Promise.resolve()')
  return { ...started, port: Number(await started.has('port')) }
}

const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'

/** Connects, sends a request once `when` has ended, and says what became of it. A connection that fails was never made. */
const ask = (port: number, when: () => Promise<unknown> = async () => {}) =>
  new Promise<'answered' | 'cut off' | 'refused'>((resolve) => {
    let connected = false
    const socket = connect(port, '127.0.0.1', () => {
      connected = true
      void when().then(() => socket.write(request))
    })
    const end = (outcome: 'answered' | 'cut off' | 'refused') => {
      resolve(outcome)
      socket.destroy()
    }
    socket.once('data', () => end('answered'))
    socket.once('error', () => end(connected ? 'cut off' : 'refused'))
    socket.once('close', () => end(connected ? 'cut off' : 'refused'))
  })

const onLinux = test.skipIf(process.platform !== 'linux')

onLinux('a request that arrives after the stop, on a connection from before, is answered', async () => {
  const { child, port, has } = await startProcess()
  const late = ask(port, () => {
    child.kill('SIGTERM')
    return has('stopping')
  })
  expect(await late).toBe('answered')
  expect(await child.exited).toBe(0)
})

onLinux('a process that is stopped under load answers each request that ran', async () => {
  const { child, port, has } = await startProcess()
  const outcomes: string[] = []
  const client = async (number: number) => {
    for (let times = 0; outcomes.at(-1) !== 'refused'; times++)
      outcomes.push(await ask(port, () => Bun.sleep((number * times) % 7)))
  }
  const clients = Promise.all(Array.from({ length: 20 }, (_, number) => client(number)))
  await vi.waitFor(() => expect(outcomes.length).toBeGreaterThan(100), 20_000)
  child.kill('SIGTERM')
  await clients
  expect(await child.exited).toBe(0)
  expect(outcomes.filter((outcome) => outcome === 'answered')).toHaveLength(Number(await has('ran')))
})

test('nothing is asked of a process before its databases have answered', async () => {
  const { child, said, has } = spawnProcess('told')
  await has('started')
  child.send({ databases: 'answer' })
  expect(await ask(Number(await has('port')))).toBe('answered')
  expect(said.flatMap(Object.keys)).toEqual(['started', 'told', 'port'])
  child.kill('SIGKILL')
})
