import { cpSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { seconds } from '@app/contracts/durations'
import { Binary, MongoClient } from 'mongodb'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { gone, type People, type Seen, startActors, violationsIn } from '../../support/actors'
import { type FaultProxy, startFaultProxy } from '../../support/fault-proxy'
import { inquiry } from '../../support/inquiry'
import { adminEmail, type Product, startProduct } from '../../support/product'
import { type Replica, startReplica } from '../../support/replica'
import { canMountDisks, startSmallDisk } from '../../support/small-disk'
import { until } from '../../support/until'

const services = ['auth', 'forms', 'admin-tables'] as const
let product: Product
let link: FaultProxy
let replicas: Replica[] = []
let people: People
beforeAll(async () => {
  product = await startProduct({ ADMIN_EMAILS: `${adminEmail},${gone}` }, { pages: false })
  const { stack } = product
  // Every service reaches the database through a fault proxy.
  const uri = new URL(stack.mongoUri)
  link = await startFaultProxy({ port: Number(uri.port) })
  uri.port = String(link.port)
  for (const service of services) {
    await stack.stopProcess(service)
    const env = { ...stack.env, MONGODB_URI: uri.href }
    replicas.push(await startReplica(service, env, { port: stack.ports[service]!, logFile: stack.logFile(service) }))
  }
  people = await startActors(product, adminEmail)
})
afterEach(() => link?.heal())
afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.stop()))
  replicas = []
  await link?.stop()
  await product?.stop()
})

const refused = (seen: readonly Seen[], what: string) =>
  seen.filter((one) => one.what === what && one.status === 503).length
/** Requests that need the database. */
const needy = ['session', 'table', 'inquiry', 'save']

/** Expects full recovery, and that everything acknowledged is stored. */
async function wellAfter(seen: readonly Seen[]) {
  await people.servedAgain()
  expect(violationsIn(seen)).toEqual([])
  expect(await people.nothingLost()).toEqual([])
}

test('F05: while the database is down, calls fail in time; afterwards everything stored is still there', async () => {
  const seen = await people.during(async () => {
    await product.stack.stopProcess('mongo', 'SIGKILL')
    await Bun.sleep(seconds(20))
    await product.stack.startProcess('mongo')
  })
  for (const what of needy) expect([what, refused(seen, what) > 0]).toEqual([what, true])
  await wellAfter(seen)
})

test('F06: with a hung database under load, every call is answered in time and memory stays bounded', async () => {
  const mongo = product.stack.pidOf('mongo')!
  const crowd: Promise<Seen>[] = []
  const seen = await people.during(async () => {
    process.kill(mongo, 'SIGSTOP')
    try {
      for (let wave = 0; wave < 3; wave++) {
        for (let n = 0; n < 40; n++) crowd.push(people.run(['session', 'table', 'inquiry', 'save'][n % 4]!))
        await Bun.sleep(seconds(6))
      }
    } finally {
      process.kill(mongo, 'SIGCONT')
    }
    crowd.push(...needy.map((what) => people.run(what)))
  })
  const all = [...seen, ...(await Promise.all(crowd))]
  expect(all.filter(({ status }) => status === 503 || status === 504).length).toBeGreaterThan(40)
  await wellAfter(all)
})

test('F07: when the network drops packets to the database, calls fail in time and connections are re-established', async () => {
  const seen = await people.during(async () => {
    link.stall()
    await Bun.sleep(seconds(20))
    link.heal()
  })
  for (const what of needy) {
    const failed = seen.filter((one) => one.what === what && one.status >= 503).length
    expect([what, failed > 0]).toEqual([what, true])
  }
  await wellAfter(seen)
})

test('F08: an inquiry whose database reply is lost is a 503 first and acknowledged on retry', async () => {
  const body = inquiry()
  link.loseReplyTo('insert\0')
  const first = await people.admin.post('/api/forms/submit', body)
  expect([link.isReplyLost, first.status, first.body.code]).toEqual([true, 503, 'unavailable'])
  const stored = () => product.db.collection('contact_submissions').countDocuments({ message: body.message })
  await until('it to be stored all the same', async () => (await stored()) === 1)
  const again = await until('the service', async () => {
    const answer = await people.admin.post('/api/forms/submit', body)
    return answer.status !== 503 && answer
  })
  expect(again).toMatchObject({ status: 409, body: { code: 'duplicate', error: expect.stringMatching(/already/) } })
  expect(await stored()).toBe(1)
  await wellAfter([])
})

test('F11: with 200 ms of database latency everything is slower and nothing fails', async () => {
  const seen = await people.during(async () => {
    link.slow(100)
    await Bun.sleep(seconds(15))
    link.slow(0)
  })
  const served = [...needy, 'page']
  expect(seen.filter(({ what, status }) => served.includes(what) && status !== 200)).toEqual([])
  await wellAfter(seen)
})

test('F11: with two seconds of database latency, calls that cannot finish are refused in time', async () => {
  const seen = await people.during(async () => {
    link.slow(1_000)
    await Bun.sleep(seconds(20))
    link.slow(0)
  })
  await wellAfter(seen)
})

/** The server has spare room in its journal: writes succeed until that is used up. */
async function fillUp(uri: string) {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: seconds(2), socketTimeoutMS: seconds(10) })
  try {
    const bytes = new Uint8Array(1 << 20)
    for (let n = 0; n < 600; n++) {
      crypto.getRandomValues(bytes.subarray(0, 65_536))
      await client
        .db()
        .collection('ballast')
        .insertOne({ bytes: new Binary(bytes) }, { writeConcern: { w: 1, journal: true } })
    }
  } catch {
    // It is full now.
  } finally {
    await client.close()
  }
}

test.runIf(canMountDisks)(
  'F12: the disk of the database is full: callers get an error in time, and what was acknowledged is there once there is space',
  async () => {
    const { stack, dataDir } = product
    const folder = join(dataDir, 'mongo')
    const apart = join(dataDir, 'mongo-apart')
    await stack.stopProcess('mongo')
    cpSync(folder, apart, { recursive: true })
    const disk = startSmallDisk(256, folder)
    try {
      for (const name of readdirSync(apart)) cpSync(join(apart, name), join(folder, name), { recursive: true })
      await stack.startProcess('mongo')
      await people.servedAgain()
      await product.db.createCollection('ballast')
      const seen = await people.during(async () => {
        disk.fill()
        await fillUp(stack.mongoUri)
        disk.fill()
        await until('a write to be refused', async () => (await people.run('inquiry')).status === 503, seconds(60))
        await Bun.sleep(seconds(10))
        disk.empty()
        // mongod exits when it cannot write and is restarted; the compatible server needs a restart by hand.
        await stack.stopProcess('mongo', 'SIGKILL')
        await stack.startProcess('mongo')
      })
      expect(refused(seen, 'inquiry')).toBeGreaterThan(0)
      await wellAfter(seen)
    } finally {
      await stack.stopProcess('mongo')
      disk.remove()
      rmSync(apart, { recursive: true })
    }
  },
)
