import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { appendAudit, auditCollection, type StoredEntry } from '@app/audit'
import { createMachine } from '@app/installer/machine'
import { createLayout } from '@app/local-stack/layout'
import { runStack } from '@app/local-stack/stack'
import { MongoClient } from 'mongodb'
import { percentile } from '../support/percentile'

/**
 * Prints how many entries a second the chain of one service takes, from 1, 2 and 4 replicas with 50 requests each:
 *
 *   bun tests/load/audit-chain.ts
 */

const root = resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'audit-chain-'))
const stack = await runStack({
  layout: createLayout(folder, process.env.TOOLS_DIR ?? join(root, '.data', 'tools')),
  machine: createMachine(process.env),
  envFile: join(folder, '.env'),
  given: {},
  only: ['mongo'],
})
const runMs = 5_000
const requests = 50

try {
  for (const replicas of [1, 2, 4]) {
    const clients = await Promise.all(Array.from({ length: replicas }, () => MongoClient.connect(stack.mongoUri)))
    const stored = clients.map((client) =>
      auditCollection(() => client.db(`audit_${replicas}`).collection<StoredEntry>('audit_log')),
    )
    await stored[0]!.prepare()
    const end = performance.now() + runMs
    const times: number[] = []
    const replica = stored.map((one) => appendAudit(one, 'admin-tables'))
    const client = async (append: ReturnType<typeof appendAudit>) => {
      while (performance.now() < end) {
        const startedAt = performance.now()
        await append({ actor: null, action: 'backup' })
        times.push(performance.now() - startedAt)
      }
    }
    await Promise.all(replica.flatMap((append) => Array.from({ length: requests }, () => client(append))))
    const [half, most] = [0.5, 0.99].map((share) => `${Math.round(percentile(times, share))} ms`)
    const rate = Math.round((times.length * 1_000) / runMs)
    process.stdout.write(`${replicas} replicas: ${rate} entries a second, median ${half}, p99 ${most}\n`)
    await Promise.all(clients.map((one) => one.close()))
  }
} finally {
  await stack.stop()
  rmSync(folder, { recursive: true, force: true })
}
