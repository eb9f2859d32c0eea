import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createLayout } from '@app/local-stack/layout'
import { readLiveState } from '@app/local-stack/state'
import { type Db, type Document, MongoClient } from 'mongodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { archiveTool } from '../support/archive-tool'
import { dataFolder } from '../support/data-folder'
import { freePort } from '../support/free-port'
import { root } from '../support/observability'
import { until } from '../support/until'

/**
 * `make restore` is killed at moments from its first to its last second, every second time with the archive tool, which otherwise
 * goes on alone as in a container, and the operator types `make restore`. The database is then exactly one of two, what the archive holds or what there was, and the last line says which.
 */
const moments = Array.from({ length: 20 }, (_, at) => at + 1)
const folder = dataFolder('restore-killed')
const archive = join(folder, 'archive.tar.gz.age')
let env: Record<string, string | undefined>
let site: string
let client: MongoClient
let db: Db
/** Fingerprints of the two. */
let archived: Record<string, string>
let former: Record<string, string>
/** How long a restore takes that nothing interrupts. */
let wholeMs: number

/** Types a command in a group of its own, as a terminal does; `meanwhile` may kill it. */
async function type(command: string, meanwhile?: (group: ChildProcess) => void) {
  const child = spawn('bash', ['-c', `exec ${command}`], { cwd: root, env, detached: true })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => said.push(text))
  meanwhile?.(child)
  // What it leaves running may hold its output open.
  const code = await new Promise<number>((done) => child.once(meanwhile ? 'exit' : 'close', (code) => done(code ?? 1)))
  // What make itself says of a command that failed is no word of the command.
  const lines = said.join('').split('\n')
  return { code, last: lines.findLast((line) => line && !line.startsWith('make: ')) }
}

/** Kills the processes of a group; `spared` is a part of the command of those that stay. */
function killGroup(group: number, spared: string | undefined) {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  for (const pid of all)
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const [, , ownGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (Number(ownGroup) !== group) continue
      if (!spared || !readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(spared))
        process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It has ended meanwhile.
    }
}

/** Services note for themselves how far they have come, and each backup and restore adds to the audit. */
const ofServices =
  /^(audit_|restoring\.|replaced\.)|^(feed_pending|feed_state|forms|inbound_doors|installation|jobs|login_codes|mail_setup|migrations|notice_marks|sessions|site_pages|synthetic_inquiries)$/

async function stored(): Promise<Record<string, string>> {
  const names = (await db.listCollections().toArray()).map(({ name }) => name).filter((name) => !ofServices.test(name))
  const digests = names.sort().map(async (name) => {
    const digest = createHash('sha256')
    // The worker adds the words that conversations are found by.
    const projection = name === 'contact_submissions' ? { message: 1 } : {}
    for await (const document of db.collection(name).find({}, { raw: true, projection }).sort({ _id: 1 }))
      digest.update(document as unknown as Buffer)
    return [name, digest.digest('hex')] as const
  })
  return Object.fromEntries(await Promise.all(digests))
}

type Named = Document & { _id: string }

/** From now on the database has more than the archive, and less. */
async function depart() {
  for (const name of ['lessons', 'trips'])
    await db.collection<Named>(name).replaceOne({ _id: 'since' }, { title: 'Since the backup' }, { upsert: true })
  await db.collection('students').deleteMany({})
}

beforeAll(async () => {
  const { PATH, HOME, TOOLS_DIR = join(root, '.data/tools') } = process.env
  const port = String(await freePort())
  env = { PATH, HOME, TOOLS_DIR, RUN: 'local', PORT: port, DATA_DIR: folder, ENV_FILE: join(folder, '.env') }
  expect(await type('make up')).toMatchObject({ code: 0 })
  site = `http://localhost:${port}`
  const { ports } = readLiveState(createLayout(folder))!
  client = await MongoClient.connect(`mongodb://127.0.0.1:${ports.mongo}/archery`)
  db = client.db()
  const students = await db.collection('students').find().toArray()
  const many = Array.from({ length: 200 }, () => students.map(({ _id, ...student }) => student)).flat()
  await db.collection('past_students').insertMany(many)
  archived = await stored()
  expect(await type(`make backup FILE=${archive}`)).toMatchObject({ code: 0 })
  await depart()
  former = await stored()
  const begun = performance.now()
  expect(await type(`make restore FILE=${archive} FORCE=1`)).toMatchObject({
    code: 0,
    last: expect.stringMatching(/^The database holds the archive written 20/),
  })
  wholeMs = performance.now() - begun
  expect(await stored()).toEqual(archived)
}, 300_000)
afterAll(async () => {
  await client?.close()
  await type('make down')
  rmSync(folder, { recursive: true, force: true })
})

/** Kills a restore at a share of its run. One that has ended before, on a machine that is faster now, is measured and repeated. */
async function killedAt(share: number, spared?: string): Promise<{ killAfter: number; since: string }> {
  for (;;) {
    await depart()
    expect(await stored()).toEqual(former)
    const [begun, killAfter, since] = [performance.now(), wholeMs * share, new Date().toISOString()]
    const { code } = await type(`make restore FILE=${archive} FORCE=1`, (group) => {
      const timer = setTimeout(() => killGroup(group.pid!, spared), killAfter)
      group.once('exit', () => clearTimeout(timer))
    })
    if (code !== 0) return { killAfter, since }
    wholeMs = performance.now() - begun
  }
}

test.each(moments)(
  'killed at moment %i of 20, it leaves one of two, and the next `make restore` says which',
  async (moment) => {
    const { killAfter, since } = await killedAt(
      (moment - 0.5) / moments.length,
      moment % 2 === 0 ? archiveTool : undefined,
    )
    const { last = '', code } = await type('make restore')
    const now = await stored()
    process.stdout.write(
      `killed after ${(killAfter / 1000).toFixed(1)} of ${(wholeMs / 1000).toFixed(1)} s; then ${code}: ${last}\n`,
    )
    // Where nothing is unfinished, the killed one had not begun, or was about to end: the last that ended is named with its time.
    const ended =
      /^Which archive\? .*No restore is unfinished: the last one put the archive written \S+ in place at (\S+)\.$/.exec(
        last,
      )
    const isArchive = ended ? ended[1]! >= since : last.startsWith('The database holds the archive written 20')
    if (!isArchive && !ended) expect(last).toBe('The database holds what it held before the restore.')
    expect(now).toEqual(isArchive ? archived : former)
    expect(code === 0).toBe(!ended)
    await until('the site to answer', async () => (await fetch(`${site}/api/site`)).ok)
  },
)
