import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createMachine } from '@app/installer/machine'
import { ensurePrograms, type SystemProgram } from '@app/installer/system-packages'
import { nginxProgram } from '@app/local-stack/nginx'
import { redisProgram } from '@app/local-stack/redis'

/**
 * Runs the named suites one after the other and ends with `N passed, N failed`. Every suite runs, also after a failure.
 *
 *   bun tests/run.ts check unit integration faults e2e quality compose
 */

type Count = { passed: number; failed: number; skipped: number }
type Suite = { needs: readonly SystemProgram[]; run: () => Promise<Count> }

const root = resolve(import.meta.dirname, '..')
const reports = mkdtempSync(join(tmpdir(), 'archery-tests-'))
const bun = process.execPath
const browser: SystemProgram = { program: 'chromium', apt: 'chromium', extras: ['fonts-liberation'], brew: 'chromium' }
const servers = [redisProgram, nginxProgram]
const clock: SystemProgram = { program: 'faketime', apt: 'faketime', brew: 'libfaketime' }

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Runs a command with inherited output and resolves with its exit code. */
const run = (args: readonly string[], env: Record<string, string> = {}, cwd = root) =>
  new Promise<number>((done) => {
    const child = spawn(bun, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env } })
    child.on('close', (code) => done(code ?? 1))
  })

/** A suite without a report, or one that failed without a failed test, counts as a failure. */
function honest(count: Count | undefined, exitCode: number): Count {
  const { passed = 0, failed = 0, skipped = 0 } = count ?? {}
  const broken = passed + failed + skipped === 0 || (exitCode !== 0 && failed === 0)
  return { passed, failed: failed + (broken ? 1 : 0), skipped }
}

function report<Report>(file: string, count: (report: Report) => Count): Count | undefined {
  try {
    return count(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

async function vitest(project: string, ...files: string[]): Promise<Count> {
  const file = join(reports, `${project}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const exitCode = await run(['--bun', 'x', 'vitest', 'run', '--project', project, ...reporters, ...files])
  type Report = { numPassedTests: number; numFailedTests: number; numPendingTests: number }
  const count = report<Report>(
    file,
    ({ numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped }) => ({
      passed,
      failed,
      skipped,
    }),
  )
  return honest(count, exitCode)
}

async function playwright(): Promise<Count> {
  const file = join(reports, 'e2e.json')
  const command = ['--bun', 'x', 'playwright', 'test', '--config', 'e2e/playwright.config.ts']
  const exitCode = await run(command, { PLAYWRIGHT_JSON_OUTPUT_NAME: file }, import.meta.dirname)
  type Report = { stats: { expected: number; unexpected: number; flaky: number; skipped: number } }
  const count = report<Report>(file, ({ stats }) => ({
    // Playwright's own report names those that passed only when repeated.
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
  }))
  return honest(count, exitCode)
}

/** The figures of the built home page, each a test. */
async function quality(): Promise<Count> {
  const file = join(reports, 'quality.json')
  const exitCode = await run([join(import.meta.dirname, 'web-quality', 'quality.ts')], { QUALITY_REPORT: file })
  return honest(
    report<Count>(file, (count) => count),
    exitCode,
  )
}

/** Formatting and lint, types, unused code: each counts as one test. */
async function check(): Promise<Count> {
  const exitCodes = [
    await run(['x', 'biome', 'ci', '.']),
    await run(['x', 'tsc', '--noEmit', '-p', 'tsconfig.json']),
    await run(['x', 'tsc', '--noEmit', '-p', 'web/tsconfig.json']),
    await run(['--bun', 'x', 'knip']),
  ]
  const failed = exitCodes.filter((code) => code !== 0).length
  return { passed: exitCodes.length - failed, failed, skipped: 0 }
}

/** A whole run is one test: it tells itself what it found. */
async function faultRun(inquiries: number, report: string): Promise<Count> {
  const seed = process.env.SEED ? ['--seed', process.env.SEED] : []
  const exitCode = await run(['tests/faults/run.ts', '--inquiries', String(inquiries), '--report', report, ...seed])
  return { passed: exitCode === 0 ? 1 : 0, failed: exitCode === 0 ? 0 : 1, skipped: 0 }
}

/** A long run of its own, told as one test; see fuzz/README.md for its variables. */
async function fuzz(): Promise<Count> {
  const exitCode = await run(['tests/fuzz/run.ts'])
  return { passed: exitCode === 0 ? 1 : 0, failed: exitCode === 0 ? 0 : 1, skipped: 0 }
}

async function soak(): Promise<Count> {
  const slow = await vitest('slow')
  const long = await faultRun(100_000, 'soak-report.txt')
  return { passed: slow.passed + long.passed, failed: slow.failed + long.failed, skipped: slow.skipped }
}

const suites: Record<string, Suite> = {
  check: { needs: [], run: check },
  unit: { needs: servers, run: () => vitest('unit') },
  integration: { needs: servers, run: () => vitest('integration') },
  faults: { needs: servers, run: () => faultRun(2_000, join(reports, 'faults.txt')) },
  soak: { needs: [...servers, clock], run: soak },
  fuzz: { needs: servers, run: fuzz },
  e2e: { needs: [...servers, browser], run: playwright },
  quality: { needs: [nginxProgram, browser], run: quality },
  compose: { needs: [], run: () => vitest('compose') },
  scaling: { needs: [], run: () => vitest('compose', 'tests/compose/scaling.test.ts') },
}

const names = process.argv.slice(2)
const unknown = names.filter((name) => !suites[name])
if (names.length === 0 || unknown.length > 0) {
  say(`Suites: ${Object.keys(suites).join(' ')}${unknown.length > 0 ? `; not known: ${unknown.join(' ')}` : ''}`)
  process.exit(2)
}

const total: Count = { passed: 0, failed: 0, skipped: 0 }
const lines: string[] = []
for (const name of names) {
  const suite = suites[name]!
  say(`\n== ${name}`)
  const startedAt = performance.now()
  await ensurePrograms(suite.needs, createMachine(process.env), say)
  const count = await suite.run()
  for (const key of Object.keys(total) as (keyof Count)[]) total[key] += count[key]
  const took = ((performance.now() - startedAt) / 1000).toFixed(0)
  lines.push(`${name.padEnd(12)} ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped (${took} s)`)
}

say(`\n${lines.join('\n')}\n`)
say(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`)
process.exit(total.failed > 0 ? 1 : 0)
