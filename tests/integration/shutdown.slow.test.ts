import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '../support/free-port'
import { until } from '../support/until'

const rounds = Number(process.env.SHUTDOWN_ROUNDS ?? 20)
const clients = 8

async function startServer(port: number) {
  const file = join(import.meta.dirname, '../support/posting-server.ts')
  const child = spawn(process.execPath, [file, String(port)], { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise((resolve, reject) => {
    child.stdout.once('data', resolve)
    child.once('exit', () => reject(new Error('the server did not start')))
  })
  let said = ''
  child.stdout.on('data', (text) => {
    said += text
  })
  /** How many requests ran. */
  const ended = new Promise<number>((resolve) => child.once('close', () => resolve(Number(said))))
  return { child, ended }
}

type Outcome = 'answered' | 'never sent' | 'cut off'

/** One POST on a new connection, as nginx sends it. Only a request that was not sent may go to another replica. */
function post(port: number): Promise<Outcome> {
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1')
    const connecting = setTimeout(() => socket.destroy(), 500)
    socket.once('connect', () => {
      clearTimeout(connecting)
      socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}')
    })
    socket.on('data', (data) => {
      text += data
    })
    socket.on('error', () => {})
    socket.once('close', () => {
      clearTimeout(connecting)
      if (text.includes('done')) resolve('answered')
      else resolve(socket.bytesWritten === 0 ? 'never sent' : 'cut off')
    })
  })
}

test(`${rounds} replicas are stopped under load: each request that ran is answered, and the port closes once`, async () => {
  const total: Record<Outcome, number> = { answered: 0, 'never sent': 0, 'cut off': 0 }
  let ran = 0
  for (let round = 0; round < rounds; round++) {
    const port = await freePort()
    const { child, ended } = await startServer(port)
    let running = true
    const client = async () => {
      while (running) total[await post(port)]++
    }
    const all = Array.from({ length: clients }, client)
    const before = total.answered
    await until('some answers', async () => total.answered > before + clients)
    child.kill('SIGTERM')
    ran += await ended
    running = false
    await Promise.all(all)
  }
  process.stdout.write(`${JSON.stringify(total)} in ${rounds} rounds\n`)
  expect(total.answered).toBe(ran)
  // What arrives in the instant in which the port closes has not run: at most one request of each client.
  expect(total['cut off']).toBeLessThanOrEqual(rounds * clients)
  expect(total.answered).toBeGreaterThan(rounds)
}, 600_000)
