import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { days, seconds } from '@app/contracts/durations'
import { say } from '../runner/command'
import { copyOfCheckout } from '../support/copy-of-checkout'
import { apply, type Mutation, mutations, titlePattern, turnOf } from './mutation'

/**
 * Switches controls off in a copy of this checkout, one after the other, and expects the named test of each to fail.
 *
 *   bun tests/security/prove.ts            the ones whose turn it is today (PROOFS=8)
 *   bun tests/security/prove.ts all        every one
 *   bun tests/security/prove.ts 9.2.1 ...  those of a requirement
 */

type Report = {
  numTotalTests: number
  testResults: { message?: string; assertionResults: { status: string; title: string }[] }[]
}

const limitMs = seconds(150)
/** A product of its own has to start. */
const withProductMs = seconds(240)
const needsProduct = (file: string) => file.startsWith('tests/integration/')
const wanted = process.argv.slice(2)

function chosen(): Mutation[] {
  if (wanted.includes('all')) return [...mutations]
  if (wanted.length > 0) return mutations.filter(({ requirements }) => requirements.some((one) => wanted.includes(one)))
  return turnOf(mutations, Number(process.env.PROOFS ?? 8), Math.floor(Date.now() / days(1)))
}

type Outcome = { status: string; title: string }

/** The outcomes of the tests with these names in these files, without those that were skipped. */
function outcomes(checkout: string, files: readonly string[], pattern: string): Outcome[] {
  const report = join(checkout, 'proof.json')
  rmSync(report, { force: true })
  const args = ['--bun', 'x', 'vitest', 'run', ...new Set(files), '-t', pattern]
  const output = ['--reporter=json', `--outputFile=${report}`]
  const timeout = files.reduce((sum, file) => sum + (needsProduct(file) ? withProductMs : limitMs), 0)
  const { stderr } = spawnSync(process.execPath, [...args, ...output], { cwd: checkout, timeout, encoding: 'utf8' })
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
    const all = testResults.flatMap(({ assertionResults }) => assertionResults)
    return all.filter(({ status }) => status === 'passed' || status === 'failed')
  } catch {
    say(stderr)
    return []
  }
}

const failedOf = (found: readonly Outcome[]) => found.filter(({ status }) => status === 'failed')

/** Why a mutation proves nothing; `undefined` when its test failed as it must. */
function fault(checkout: string, mutation: Mutation): string | undefined {
  const restore = apply(checkout, mutation)
  try {
    const found = outcomes(checkout, [mutation.test], titlePattern(mutation.title))
    if (found.length === 0) return 'the test could not run'
    return failedOf(found).length > 0 ? undefined : 'the test passes without the control'
  } finally {
    restore()
  }
}

const checkout = copyOfCheckout()
let failed = 0
try {
  const turn = chosen()
  const pattern = `(${turn.map(({ title }) => titlePattern(title)).join('|')})`
  const files = turn.map(({ test }) => test)
  const before = outcomes(checkout, files, pattern)
  const red = failedOf(before).map(({ title }) => title)
  if (before.length === 0 || red.length > 0)
    throw new Error(`The tests do not pass before anything is changed: ${red.join('; ') || 'none ran'}.`)
  for (const mutation of turn) {
    const startedAt = performance.now()
    const found = fault(checkout, mutation)
    if (found) failed++
    const took = ((performance.now() - startedAt) / seconds(1)).toFixed(0)
    say(`${found ? 'NOT PROVEN' : 'proven'}  ${mutation.requirements.join(', ')}  ${mutation.file}  (${took} s)`)
    if (found) say(`  ${found}: ${mutation.test} "${mutation.title}"`)
  }
  say(`${turn.length - failed} of ${turn.length} controls proven by the test that fails without them`)
} finally {
  rmSync(checkout, { recursive: true, force: true })
}
process.exit(failed > 0 ? 1 : 0)
