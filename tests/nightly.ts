import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { say } from './runner/command'
import { commitsSince } from './runner/green-night'
import { lastingSuites } from './runner/suites'

/**
 * Runs what lasts too long for each change, and names the commits since the last green night, which is kept in .data/green-night or
 * given as GREEN_NIGHT.
 *
 *   bun tests/nightly.ts                all, then the suites of `make test` REPEAT times (5)
 *   bun tests/nightly.ts fuzz soak      those suites
 */

const root = resolve(import.meta.dirname, '..')
const note = join(root, '.data', 'green-night')
const repeated = ['unit', 'store', 'integration', 'e2e']

const wanted = process.argv.slice(2)
const green = process.env.GREEN_NIGHT || (existsSync(note) ? readFileSync(note, 'utf8').trim() : undefined)
const since = commitsSince(root, green).join('\n')
say(since)

function run(suites: readonly string[], more: Record<string, string> = {}): boolean {
  if (suites.length === 0) return true
  // Inputs that no night has seen.
  const env = { FUZZ_SEED: 'new', ...process.env, ...more }
  return spawnSync(process.execPath, ['tests/run.ts', ...suites], { cwd: root, env, stdio: 'inherit' }).status === 0
}

/** Apart, as every product that sees OTHER_VERSION runs both versions. */
function besideGreen(): boolean {
  if (green) return run(['two-versions'], { OTHER_VERSION: green })
  say('The suite two-versions is skipped: it compares with the last green night.')
  return true
}

function runWanted(): boolean {
  const others = wanted.filter((suite) => suite !== 'two-versions')
  return [run(others), wanted.includes('two-versions') ? besideGreen() : true].every(Boolean)
}

function runAll(): boolean {
  const { REPEAT = '5' } = process.env
  return [run(lastingSuites, { REPEAT: '1' }), besideGreen(), run(repeated, { REPEAT })].every(Boolean)
}

const passed = wanted.length > 0 ? runWanted() : runAll()
if (!passed) say(since)
else if (wanted.length === 0) {
  mkdirSync(dirname(note), { recursive: true })
  writeFileSync(note, execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root }))
}
process.exit(passed ? 0 : 1)
