import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createMachine } from '@app/installer/machine'
import { chooseMongo } from '@app/local-stack/choose-mongo'
import { createLayout } from '@app/local-stack/layout'
import { mongoProviders } from '@app/local-stack/mongo-providers'
import { mongoAnswers } from '@app/local-stack/probes'
import { MongoClient } from 'mongodb'
import { root } from './copy-of-checkout'
import { dataFolder } from './data-folder'
import { freePort } from './free-port'
import { until } from './until'

const operator = 'operator'

/**
 * Starts a MongoDB whose users have their rights and no more. Its address signs in as one who may do everything. `undefined` where the
 * server of this machine enforces no rights.
 */
export async function startMongoWithUsers(): Promise<{ uri: string; stop(): Promise<void> } | undefined> {
  const { TOOLS_DIR = join(root, '.data', 'tools') } = process.env
  const [folder, port] = [dataFolder('users'), await freePort()]
  const { server } = await chooseMongo(
    mongoProviders({
      given: {},
      layout: createLayout(folder, TOOLS_DIR),
      machine: createMachine(process.env),
      log: () => {},
      signal: new AbortController().signal,
    }),
    () => false,
  )
  const data = join(folder, 'data')
  mkdirSync(data)
  const { program, args, cwd } = server.start!(port, data)
  const child = spawn(program, [...args, '--auth'], { cwd, stdio: 'ignore' })
  let hasEnded = false
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve())).then(() => (hasEnded = true))
  const address = `127.0.0.1:${port}`
  const client = new MongoClient(`mongodb://${address}`)
  async function stop() {
    await client.close()
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const answers = await until('MongoDB', async () => (hasEnded ? 'none' : await mongoAnswers(`mongodb://${address}`)))
  const enforcesRights = async () => {
    // A server without users lets its own machine make the first one.
    await client.db('admin').command({ createUser: operator, pwd: operator, roles: ['root'] })
    const anonymous = client.db('archery').collection('users').findOne()
    return anonymous.then(
      () => false,
      () => true,
    )
  }
  if (answers !== 'none' && (await enforcesRights()))
    return { uri: `mongodb://${operator}:${operator}@${address}/archery?authSource=admin`, stop }
  await stop()
  return undefined
}
