import { connect } from 'node:net'

/** True if the address answers 2xx within 2 s. */
export async function answersOk(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000), redirect: 'manual' })).ok
  } catch {
    return false
  }
}

/** True if Redis on this port accepts commands, not only connections. */
export function redisAnswers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 1_000 })
    const end = (ready: boolean) => {
      socket.destroy()
      resolve(ready)
    }
    socket.once('connect', () => socket.write('PING\r\n'))
    socket.once('data', (answer) => end(answer.toString().startsWith('+PONG')))
    socket.once('error', () => end(false))
    socket.once('timeout', () => end(false))
    socket.once('close', () => end(false))
  })
}

/** True if MongoDB at this address accepts commands within `timeoutMs`. */
export async function mongoAnswers(uri: string, timeoutMs = 1_000): Promise<boolean> {
  const { MongoClient } = await import('mongodb')
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: timeoutMs, connectTimeoutMS: timeoutMs })
  try {
    await client.db('admin').command({ ping: 1 })
    return true
  } catch {
    return false
  } finally {
    await client.close().catch(() => {})
  }
}
