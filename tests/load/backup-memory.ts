import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createMachine } from '@app/installer/machine'
import { createLayout } from '@app/local-stack/layout'
import { runStack } from '@app/local-stack/stack'
import { type Db, MongoClient } from 'mongodb'

/**
 * Backs up and restores databases of growing size and prints the tool's time and peak memory:
 *
 *   bun tests/load/backup-memory.ts [megabytes]...
 */

const root = resolve(import.meta.dirname, '../..')
const cli = join(root, 'tools/backup/src/cli.ts')
const sizes = process.argv.slice(2).map(Number)
const say = (line: string) => process.stdout.write(`${line}\n`)

const folder = mkdtempSync(join(tmpdir(), 'backup-memory-'))
const stack = await runStack({
  layout: createLayout(folder, process.env.TOOLS_DIR ?? join(root, '.data', 'tools')),
  machine: createMachine(process.env),
  envFile: join(folder, '.env'),
  given: {},
  only: ['mongo'],
})
const mongo = await MongoClient.connect(stack.mongoUri)

/** Half records of one kilobyte, half file chunks. */
async function fill(db: Db, megabytes: number) {
  const half = (megabytes * 1024 * 1024) / 2
  const records = Math.floor(half / 1024)
  for (let at = 0; at < records; at += 2_000) {
    const some = Array.from({ length: Math.min(2_000, records - at) }, (_, n) => ({
      at: at + n,
      text: 'x'.repeat(980),
    }))
    await db.collection('records').insertMany(some)
  }
  const piece = 255 * 1024
  for (let at = 0; at < half / piece; at++)
    await db.collection('uploads.chunks').insertOne({ n: at, data: randomBytes(piece) })
}

async function run(database: string, ...args: string[]): Promise<string> {
  const startedAt = performance.now()
  const child: ChildProcess = spawn(process.execPath, [cli, ...args], {
    stdio: ['ignore', 'ignore', process.env.SHOW ? 'inherit' : 'ignore'],
    env: { PATH: process.env.PATH ?? '', MONGODB_URI: stack.mongoUri.replace(/[^/]*$/, database) },
  })
  let most = 0
  const look = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      most = Math.max(most, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0))
    } catch {
      // It has just ended.
    }
  }, 50)
  const code = await new Promise((done) => child.once('close', done))
  clearInterval(look)
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}`)
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s, ${(most / 1024).toFixed(0)} MB`
}

try {
  for (const size of sizes.length > 0 ? sizes : [10, 100, 400]) {
    await fill(mongo.db(`from-${size}`), size)
    const archive = join(folder, 'backup.tar.gz')
    const taken = await run(`from-${size}`, 'backup', archive)
    const restored = await run(`to-${size}`, 'restore', archive)
    const packed = (statSync(archive).size / 1024 / 1024).toFixed(0)
    say(`${String(size).padStart(5)} MB  backup ${taken}   restore ${restored}   archive ${packed} MB`)
  }
} finally {
  await mongo.close()
  await stack.stop()
  rmSync(folder, { recursive: true, force: true })
}
