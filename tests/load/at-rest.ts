import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { minutes, seconds } from '@app/contracts/durations'
import { startStack } from '@app/local-stack'
import { busyLine } from './bench-report'

/**
 * The processor time of a product that nobody uses, by process and without the database, in percent of a core: ROUNDS (3) samples of
 * SAMPLE seconds (100) each, so that three of them are five minutes, three minutes after the start. The goal: 1 % of all together.
 */

const rounds = Number(process.env.ROUNDS ?? 3)
const sampleMs = seconds(Number(process.env.SAMPLE ?? 100))
/** Until then the engine still compiles what the start has called. */
const calmAfter = minutes(3)
const parts = ['auth', 'forms', 'email-worker', 'admin-tables', 'nginx', 'redis']
const say = (line: string) => void process.stdout.write(`${line}\n`)

/** Nanoseconds that a process, its threads and its children have taken. */
function takenBy(pid: number): number {
  const task = `/proc/${pid}/task`
  const own = readdirSync(task).map((id) => Number(readFileSync(`${task}/${id}/schedstat`, 'utf8').split(' ')[0]))
  const children = readFileSync(`${task}/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  return [...own, ...children.map((child) => takenBy(Number(child)))].reduce((sum, one) => sum + one, 0)
}

const busy = busyLine()
if (busy) say(busy)
const folder = mkdtempSync(join(tmpdir(), 'archery-rest-'))
for (const page of ['index.html', 'app.html']) writeFileSync(join(folder, page), '<!doctype html>')
const stack = await startStack({
  dataDir: join(folder, 'stack'),
  webDist: folder,
  env: { ADMIN_EMAILS: 'a@b.example' },
})
try {
  const taken = () => parts.map((part) => takenBy(stack.pidOf(part)!))
  say(`Resting for ${calmAfter / minutes(1)} minutes, then measuring ${rounds} times ...`)
  await Bun.sleep(calmAfter)
  for (let round = 1; round <= rounds; round++) {
    const before = taken()
    await Bun.sleep(sampleMs)
    const percents = taken().map((after, at) => (after - before[at]!) / sampleMs / 10_000)
    const all = percents.reduce((sum, one) => sum + one, 0)
    const each = parts.map((part, at) => `${part} ${percents[at]!.toFixed(2)}`).join(', ')
    say(`at rest: ${all.toFixed(2)} % of a core (${each})`)
  }
} finally {
  await stack.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(0)
