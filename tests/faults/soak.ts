import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { partFile, readParts, verdictOn } from './soak-parts'

/** A product that did not start, as on a busy machine, is started again. */
const maxAttempts = 3

/**
 * A long run with faults, in parts of MINUTES, each with a fresh product, until INQUIRIES are acknowledged. The parts are kept
 * in DIR; the same SEED and DIR continue after an interruption. PARTS ends this call after so many.
 *
 *   SEED=4711 INQUIRIES=100000 MINUTES=10 bun tests/faults/soak.ts
 */
const { SEED = '1', INQUIRIES = '100000', MINUTES = '10', PARTS = '1000' } = process.env
const root = resolve(import.meta.dirname, '../..')
const folder = resolve(root, process.env.DIR ?? `.data/soak-${SEED}`)
const wanted = Number(INQUIRIES)
/** The run of the current part. An interrupt ends it early, with a verdict; other signals end it without one. */
let current: ReturnType<typeof spawn> | undefined
let isEnded = false
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(name, () => {
    isEnded = true
    current?.kill(name)
  })
const say = (line: string) => void process.stdout.write(`${line}\n`)

for (let run = 0, attempt = 1; ; run++) {
  const parts = readParts(folder)
  const verdict = verdictOn(parts, wanted)
  if (verdict) {
    for (const line of verdict.lines) say(line)
    process.exit(verdict.passed ? 0 : 1)
  }
  const acknowledged = parts.reduce((total, part) => total + part.acknowledged, 0)
  if (run === Number(PARTS) || isEnded) {
    say(
      `${acknowledged} of ${wanted} acknowledged in ${parts.length} parts, 0 violations so far; SEED=${SEED} continues.`,
    )
    process.exit(75)
  }
  const number = parts.length + 1
  say(`\n== part ${number}, ${acknowledged} of ${wanted} acknowledged`)
  const options = {
    inquiries: String(wanted - acknowledged),
    minutes: MINUTES,
    seed: String(Number(SEED) * 1_000 + number),
    verdict: partFile(folder, number),
    report: join(folder, `part-${number}.txt`),
  }
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
  current = spawn(process.execPath, ['tests/faults/run.ts', ...args], { cwd: root, stdio: 'inherit' })
  const [status, signal] = await once(current, 'exit')
  // Its product did not start, or it was killed.
  if (readParts(folder).length < number) {
    say(`Part ${number} ended without a verdict (${signal ?? status}).`)
    if (isEnded || attempt === maxAttempts) process.exit(1)
    attempt += 1
    run -= 1
  } else attempt = 1
}
