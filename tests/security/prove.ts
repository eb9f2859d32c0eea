import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { seconds } from '@app/contracts/durations'
import { say } from '../runner/command'
import { copyOfCheckout } from '../support/copy-of-checkout'
import type { Answer } from './kept-vitest'
import { type KeptVitest, keepVitest } from './kept-vitest-process'
import { apply, type Mutation, mutations, titlePattern } from './mutation'

/**
 * Switches controls off in copies of this checkout and expects the named test of each to fail.
 *
 *   bun tests/security/prove.ts            those whose test needs no running product
 *   bun tests/security/prove.ts all        every one
 *   bun tests/security/prove.ts 9.2.1 ...  those of a requirement
 *
 * Before that, each test has to pass as long as nothing is changed, unless `--tests-pass` says that other suites have shown it.
 */

const limitMs = seconds(150)
/** A product of its own has to start. */
const withProductMs = seconds(240)
const needsProduct = ({ test }: Pick<Mutation, 'test'>) => test.startsWith('tests/integration/')
const limitOf = (mutation: Mutation) => (needsProduct(mutation) ? withProductMs : limitMs)

const passing = '--tests-pass'
const testsPass = process.argv.includes(passing)

function chosen(wanted: readonly string[]): Mutation[] {
  if (wanted.includes('all')) return [...mutations]
  if (wanted.length > 0) return mutations.filter(({ requirements }) => requirements.some((one) => wanted.includes(one)))
  return mutations.filter((mutation) => !needsProduct(mutation))
}

const failedOf = ({ outcomes }: Answer) => outcomes.filter(({ status }) => status === 'failed')

/** Why the tests of a file prove nothing: they do not pass while every control is on. */
async function faultBefore(vitest: KeptVitest, file: string, own: readonly Mutation[]): Promise<string | undefined> {
  const pattern = `(${own.map(({ title }) => titlePattern(title)).join('|')})`
  const answer = await vitest.outcomes(file, pattern, limitOf(own[0]!))
  const red = [...failedOf(answer).map(({ title }) => title), ...answer.errors]
  if (answer.outcomes.length > 0 && red.length === 0) return undefined
  return `the tests do not pass before anything is changed: ${red.join('; ') || 'none ran'}`
}

/** Why a mutation proves nothing; `undefined` when its test failed as it must. */
async function fault(checkout: string, vitest: KeptVitest, mutation: Mutation): Promise<string | undefined> {
  const { test, title, file } = mutation
  const restore = apply(checkout, mutation)
  vitest.changed(file)
  try {
    const answer = await vitest.outcomes(test, titlePattern(title), limitOf(mutation))
    if (failedOf(answer).length > 0) return undefined
    return answer.outcomes.length > 0
      ? 'the test passes without the control'
      : `the test could not run: ${answer.errors}`
  } finally {
    restore()
    vitest.changed(file)
  }
}

/** Takes files of tests from the queue until it is empty. Returns how many mutations proved nothing. */
async function work(queue: [string, Mutation[]][]): Promise<number> {
  const checkout = copyOfCheckout()
  const vitest = keepVitest(checkout)
  let failed = 0
  try {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [file, own] = next
      const before = testsPass ? undefined : await faultBefore(vitest, file, own)
      for (const mutation of own) {
        const startedAt = performance.now()
        const found = before ?? (await fault(checkout, vitest, mutation))
        if (found) failed++
        const took = ((performance.now() - startedAt) / seconds(1)).toFixed(1)
        say(`${found ? 'NOT PROVEN' : 'proven'}  ${mutation.requirements.join(', ')}  ${mutation.file}  (${took} s)`)
        if (found) say(`  ${found}: ${mutation.test} "${mutation.title}"`)
      }
    }
  } finally {
    await vitest.stop()
    rmSync(checkout, { recursive: true, force: true })
  }
  return failed
}

const turn = chosen(process.argv.slice(2).filter((argument) => argument !== passing))
const queue = [...new Set(turn.map(({ test }) => test))]
  .map((file): [string, Mutation[]] => [file, turn.filter(({ test }) => test === file)])
  .toSorted(([, a], [, b]) => b.length - a.length)
const workers = Array.from({ length: Math.min(availableParallelism(), 4, queue.length) }, () => work(queue))
const failed = (await Promise.all(workers)).reduce((sum, one) => sum + one, 0)
say(`${turn.length - failed} of ${turn.length} controls proven by the test that fails without them`)
process.exit(failed > 0 ? 1 : 0)
