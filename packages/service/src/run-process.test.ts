import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'

const program = (ready: string, stopDelayMs: number) => `
  import { createServiceApp } from '${join(import.meta.dirname, 'app.ts')}'
  import { createLog } from '${join(import.meta.dirname, 'log.ts')}'
  import { runProcess } from '${join(import.meta.dirname, 'run-process.ts')}'
  const log = createLog('test', 'silent')
  let ran = 0
  const app = createServiceApp({ log }).get('/', () => {
    ran += 1
    return 'answered'
  })
  await runProcess({ app, log, host: '127.0.0.1', port: 0, stopDelayMs: ${stopDelayMs}, ready: ${ready}, close: async () => process.send({ ran }) })
  process.send({ port: app.server.port })`

/** A child process that listens, its port, and how many requests it ran once it has ended. */
async function startProcess(ready = 'Promise.resolve()', stopDelayMs = 0) {
  const [port, ran] = [Promise.withResolvers<number>(), Promise.withResolvers<number>()]
  const ipc = (message: { port?: number; ran?: number }) =>
    message.port === undefined ? ran.resolve(message.ran!) : port.resolve(message.port)
  const child = Bun.spawn([process.execPath, '-e', program(ready, stopDelayMs)], { ipc })
  return { child, port: await port.promise, ran: ran.promise }
}

const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'

/** Connects, sends a request after `delayMs`, and says what became of it. A connection that fails was never made. */
const ask = (port: number, delayMs: number) =>
  new Promise<'answered' | 'cut off' | 'refused'>((resolve) => {
    let connected = false
    const socket = connect(port, '127.0.0.1', () => {
      connected = true
      setTimeout(() => socket.write(request), delayMs)
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
  const { child, port } = await startProcess()
  const late = ask(port, 800)
  await Bun.sleep(50)
  child.kill('SIGTERM')
  expect(await late).toBe('answered')
  expect(await child.exited).toBe(0)
})

onLinux('with a delay it accepts connections for so long after the stop, then it ends', async () => {
  const { child, port } = await startProcess(undefined, 2_000)
  child.kill('SIGTERM')
  await Bun.sleep(500)
  expect(await ask(port, 0)).toBe('answered')
  expect(await child.exited).toBe(0)
  expect(await ask(port, 0)).toBe('refused')
})

onLinux('a process that is stopped under load answers each request that ran', async () => {
  const { child, port, ran } = await startProcess()
  const outcomes: string[] = []
  const client = async (number: number) => {
    for (let times = 0; outcomes.at(-1) !== 'refused'; times++) outcomes.push(await ask(port, (number * times) % 7))
  }
  const clients = Promise.all(Array.from({ length: 20 }, (_, number) => client(number)))
  await vi.waitFor(() => expect(outcomes.length).toBeGreaterThan(100), 20_000)
  child.kill('SIGTERM')
  await clients
  expect(await child.exited).toBe(0)
  expect(outcomes.filter((outcome) => outcome === 'answered')).toHaveLength(await ran)
})

test.concurrent('nothing is asked of a process before its databases have answered, also when that takes seconds', async () => {
  const startedAt = performance.now()
  const { child, port } = await startProcess('Bun.sleep(7_000)')
  expect(performance.now() - startedAt).toBeGreaterThan(7_000)
  expect(await ask(port, 0)).toBe('answered')
  child.kill('SIGKILL')
})
