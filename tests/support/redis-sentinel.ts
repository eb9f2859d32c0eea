import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { dataFolder } from './data-folder'
import { freePort } from './free-port'
import { until } from './until'

const name = 'archery'
const password = 'arrows-in-flight'
/** As deploy/databases.md has them, with one user for all services. */
const users = [
  'user default off',
  `user services on >${password} ~* &* +@all`,
  `user replica on >${password} +psync +replconf +ping`,
  `user sentinel on >${password} &* +multi +slaveof +ping +exec +subscribe +config|rewrite +role +publish +info +client|setname +client|kill +script|kill`,
].join('\n')

/** A Redis with a replica, and three Sentinels that make the replica the primary within seconds. */
export async function startRedisSentinel() {
  const folder = dataFolder('sentinel')
  const servers = [await freePort(), await freePort()] as [number, number]
  const running = new Map<number, ChildProcess>()
  const aclFile = join(folder, 'users')
  writeFileSync(aclFile, `${users}\n`)
  const ofServer = ['--appendonly', 'yes', '--aclfile', aclFile, '--masteruser', 'replica', '--masterauth', password]
  function start(port: number, args: readonly string[]): void {
    const own = join(folder, String(port))
    mkdirSync(own, { recursive: true })
    const common = ['--port', String(port), '--bind', '127.0.0.1', '--dir', own]
    running.set(port, spawn('redis-server', [...args, ...common], { stdio: 'ignore' }))
  }
  const ask = async (port: number, ...command: [string, ...string[]]): Promise<unknown> => {
    const user = servers.includes(port) ? { username: 'services' } : {}
    const given = { host: '127.0.0.1', port, ...user, password, retryStrategy: () => null, maxRetriesPerRequest: 0 }
    const client = new Redis(given)
    client.on('error', () => {})
    try {
      return await client.call(...command)
    } finally {
      client.disconnect()
    }
  }
  const answers = (port: number) =>
    until(`Redis on port ${port}`, () =>
      ask(port, 'PING').then(
        (answer) => answer === 'PONG',
        () => false,
      ),
    )

  const sentinels = [await freePort(), await freePort(), await freePort()]
  const [first, second] = servers
  start(first, ofServer)
  await answers(first)
  start(second, [...ofServer, '--replicaof', '127.0.0.1', String(first)])
  for (const port of sentinels) {
    const file = join(folder, `${port}.conf`)
    writeFileSync(
      file,
      `sentinel monitor ${name} 127.0.0.1 ${first} 2\nsentinel down-after-milliseconds ${name} 1000\n` +
        `sentinel failover-timeout ${name} 5000\nsentinel auth-user ${name} sentinel\n` +
        `sentinel auth-pass ${name} ${password}\nrequirepass ${password}\nsentinel sentinel-pass ${password}\n`,
    )
    start(port, [file, '--sentinel'])
  }
  for (const port of sentinels) await answers(port)
  // A failover needs Sentinels that know each other, and a replica that is up to date.
  await until('the Sentinels to know everyone', async () => {
    const states = await Promise.all(sentinels.map((port) => ask(port, 'SENTINEL', 'ckquorum', name).catch(String)))
    const replicas = await Promise.all(sentinels.map((port) => ask(port, 'SENTINEL', 'replicas', name)))
    const isLinked = String(await ask(second, 'INFO', 'replication')).includes('master_link_status:up')
    return (
      isLinked &&
      states.every((state) => /^OK 3 usable/.test(String(state))) &&
      replicas.every((known) => (known as unknown[]).length === 1)
    )
  })
  const primary = async () =>
    Number(((await ask(sentinels[2]!, 'SENTINEL', 'get-master-addr-by-name', name)) as string[])[1])
  async function kill(port: number): Promise<void> {
    const server = running.get(port)!
    const exited = new Promise((done) => server.once('exit', done))
    server.kill('SIGKILL')
    await exited
    running.delete(port)
  }
  return {
    url: `redis+sentinel://services:${password}@${sentinels.map((port) => `127.0.0.1:${port}`).join(',')}/${name}?sentinel_password=${password}`,
    servers,
    sentinels,
    ask,
    kill,
    primary,
    async stop() {
      for (const port of [...running.keys()]) await kill(port)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
