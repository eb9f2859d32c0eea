import { minutes, seconds } from '@app/contracts/durations'
import { busyLine } from './bench-report'
import { family, processTime } from './process-time'
import { startProduct } from './start-product'

/**
 * The processor time of an idle product, by process and without its database, in percent of a core: ROUNDS (3) samples of SAMPLE
 * seconds (100), which begin three minutes after the start. The goal: 1 % for all of them together.
 */

const rounds = Number(process.env.ROUNDS ?? 3)
const sampleMs = seconds(Number(process.env.SAMPLE ?? 100))
/** Until then the engine still compiles what the start has called. */
const calmAfter = minutes(3)
const parts = ['auth', 'forms', 'email-worker', 'admin-tables', 'nginx', 'redis']
const say = (line: string) => void process.stdout.write(`${line}\n`)

const busy = busyLine()
if (busy) say(busy)
const stack = await startProduct({ ADMIN_EMAILS: 'a@b.example' })
try {
  const taken = () => parts.map((part) => family(stack.pidOf(part)!).reduce((sum, pid) => sum + processTime(pid), 0))
  say(`Resting for ${calmAfter / minutes(1)} minutes, then measuring ${rounds} times ...`)
  await Bun.sleep(calmAfter)
  for (let round = 1; round <= rounds; round++) {
    const before = taken()
    await Bun.sleep(sampleMs)
    const percents = taken().map((after, at) => (100 * (after - before[at]!)) / sampleMs)
    const all = percents.reduce((sum, one) => sum + one, 0)
    const each = parts.map((part, at) => `${part} ${percents[at]!.toFixed(2)}`).join(', ')
    say(`at rest: ${all.toFixed(2)} % of a core (${each})`)
  }
} finally {
  await stack.stop()
}
process.exit(0)
