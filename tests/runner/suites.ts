import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { minutes } from '@app/contracts/durations'
import type { SystemProgram } from '@app/installer/system-packages'
import { nginxProgram } from '@app/local-stack/nginx'
import { redisProgram } from '@app/local-stack/redis'
import { dovecotProgram } from '../support/dovecot'
import { postfixProgram } from '../support/postfix'
import { run, runThenPrint, say } from './command'
import { type Count, countReport, failure, single, sumOf } from './count'

/** `needs` are programs of the system. A suite uses those of `prefers` where they can be installed. */
type Suite = { needs: readonly SystemProgram[]; prefers?: readonly SystemProgram[]; run: () => Promise<Count> }

const tests = resolve(import.meta.dirname, '..')
const reports = mkdtempSync(join(tmpdir(), 'archery-tests-'))
const browser: SystemProgram = { program: 'chromium', apt: 'chromium', extras: ['fonts-liberation'], brew: 'chromium' }
/** Chromium without windows: it takes a third less of the processor. */
const windowless: SystemProgram = {
  program: 'chromium-headless-shell',
  apt: 'chromium-headless-shell',
  brew: 'chromium',
}
const servers = [redisProgram, nginxProgram]
const age: SystemProgram = { program: 'age', apt: 'age', brew: 'age' }
const office: SystemProgram = { program: 'soffice', apt: 'libreoffice-calc-nogui', brew: '--cask libreoffice' }
const clock: SystemProgram = { program: 'faketime', apt: 'faketime', brew: 'libfaketime' }

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: {
    name: string
    startTime: number
    endTime: number
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

function countVitest({ numPassedTests, numFailedTests, numPendingTests, testResults }: VitestReport): Count {
  const named = (path: string) => path.slice(resolve(tests, '..').length + 1)
  const slowest = testResults
    .map(({ name, startTime, endTime }) => ({ name: named(name), seconds: (endTime - startTime) / 1_000 }))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, 5)
  say(`Slowest files: ${slowest.map(({ name, seconds }) => `${name} ${seconds.toFixed(0)} s`).join(', ')}`)
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((each) => each.status === 'failed')
    return failed.length === 0 && status === 'failed'
      ? [failure(named(name), [message])]
      : failed.map(({ fullName, failureMessages }) => failure(`${named(name)}: ${fullName}`, failureMessages))
  })
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests, failures }
}

async function vitest(
  suite: string,
  limitMs: number,
  { projects = [suite], files = [] }: { projects?: string[]; files?: string[] } = {},
): Promise<Count> {
  const file = join(reports, `${suite}.json`)
  const running = join(reports, `${suite}.running`)
  const reporters = ['default', join(import.meta.dirname, 'running-tests-reporter.ts'), 'json'].map(
    (reporter) => `--reporter=${reporter}`,
  )
  const args = [
    '--bun',
    'x',
    'vitest',
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    ...reporters,
    `--outputFile.json=${file}`,
    ...files,
  ]
  const activity = () => readIfThere(running)?.replaceAll('\n', '; ')
  const exitCode = await run(args, { env: { RUNNING_TESTS_FILE: running }, limitMs, activity })
  return countReport(suite, file, exitCode, countVitest)
}

type PlaywrightTest = { status: string; results: { errors: { message?: string }[] }[] }
type PlaywrightSuite = {
  title: string
  suites?: PlaywrightSuite[]
  specs: { title: string; file: string; tests: PlaywrightTest[] }[]
}
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: PlaywrightSuite[]
}

function failuresIn({ specs, suites = [] }: PlaywrightSuite): string[] {
  const failed = specs.filter((spec) => spec.tests.some(({ status }) => status === 'unexpected' || status === 'flaky'))
  const errors = (test: PlaywrightTest) => test.results.flatMap((result) => result.errors)
  return [
    ...failed.map(({ file, title, tests }) =>
      failure(
        `${file}: ${title}`,
        tests.flatMap(errors).map(({ message = '' }) => message),
      ),
    ),
    ...suites.flatMap(failuresIn),
  ]
}

async function playwright(): Promise<Count> {
  const file = join(reports, 'e2e.json')
  const args = ['--bun', 'x', 'playwright', 'test', '--config', 'e2e/playwright.config.ts']
  const exitCode = await run(args, { env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file }, cwd: tests, limitMs: minutes(35) })
  return countReport<PlaywrightReport>('e2e', file, exitCode, ({ stats, suites }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    failures: suites.flatMap(failuresIn),
  }))
}

/** The figures of the built home page, each a test. */
async function quality(): Promise<Count> {
  const file = join(reports, 'quality.json')
  const args = [join(tests, 'web-quality', 'quality.ts')]
  const exitCode = await run(args, { env: { QUALITY_REPORT: file }, limitMs: minutes(15) })
  return countReport<Count>('quality', file, exitCode, (count) => ({
    ...count,
    failures: count.failed ? ['quality'] : [],
  }))
}

/** Format and lint, types, unused code, workflows, Kubernetes objects: each counts as one test. The types of all but the site take as long as the rest. */
async function check(): Promise<Count> {
  const limit = { limitMs: minutes(5) }
  const one = async (args: string[]) => single(args.join(' '), await runThenPrint(args, limit))
  const types = one(['x', 'tsc', '-p', 'tsconfig.json'])
  const others = [
    await one(['x', 'biome', 'ci', '.']),
    await one(['x', 'tsc', '-p', 'web/tsconfig.json']),
    await one(['--bun', 'x', 'knip']),
    await one(['tests/runner/check-workflows.ts']),
    await one(['tests/runner/check-manifests.ts']),
  ]
  return others.reduce(sumOf, await types)
}

async function faultRun(inquiries: number, report: string, limitMs: number): Promise<Count> {
  const seed = process.env.SEED ? ['--seed', process.env.SEED] : []
  const args = ['tests/faults/run.ts', '--inquiries', String(inquiries), '--report', report, ...seed]
  return single('the run with faults', await run(args, { limitMs }))
}

/** Incoming mail through both doors; `COUNT` and `SEED` are read there. */
const inboundRun = async (mails: number, report: string, limitMs: number) => {
  const args = [
    'tests/faults/inbound/run.ts',
    '--report',
    report,
    ...(process.env.COUNT ? [] : ['--count', String(mails)]),
  ]
  return single('incoming mail with faults', await run(args, { limitMs }))
}

/** CPU a request over the bare limit, as a ratio of one run, so that a busy machine matters little. */
const speed = async () => {
  const env = { BENCH_ROUNDS: '3', BENCH_SECONDS: '3', MAX_CPU_LIST: '2', MAX_CPU_INQUIRY: '3' }
  return single('CPU a request', await run(['tests/load/bench.ts'], { env, limitMs: minutes(5) }))
}

/** Controls that are switched off, a few of them each day. */
const proofs = async () =>
  single('proofs of security tests', await run(['tests/security/prove.ts'], { limitMs: minutes(10) }))

const cluster = (name: string) =>
  vitest(name, minutes(60), { projects: ['cluster'], files: [`tests/cluster/${name}.test.ts`] })

/** What holds while two versions serve; files about the limits of one replica are left out. */
const inTwoVersions = [
  'two-versions',
  ...['auth-codes', 'auth-google', 'auth-sessions', 'inquiry-accept', 'inquiry-staff', 'product', 'rights'],
  ...['tables-batches', 'tables-files', 'tables-import', 'tables-records', 'tables-references', 'schema-editor'],
].map((name) => `tests/integration/${name}.test.ts`)

async function twoVersions(): Promise<Count> {
  if (!process.env.OTHER_VERSION) throw new Error('OTHER_VERSION must name a git ref or the folder of a checkout.')
  return vitest('two-versions', minutes(40), { projects: ['integration'], files: inTwoVersions })
}

/** fuzz/README.md lists its variables. */
const fuzz = async () => single('fuzz', await run(['tests/fuzz/run.ts'], { limitMs: minutes(240) }))

const soak = async () =>
  sumOf(
    await vitest('soak', minutes(120)),
    single('the long run with faults', await run(['tests/faults/soak.ts'], { limitMs: minutes(900) })),
  )

export const suites: Record<string, Suite> = {
  'first-start': { needs: [], run: () => vitest('first-start', minutes(30)) },
  check: { needs: [], run: check },
  unit: { needs: [...servers, age], run: () => vitest('unit', minutes(10), { projects: ['unit', 'screens'] }) },
  store: { needs: servers, run: () => vitest('store', minutes(10)) },
  integration: { needs: [...servers, dovecotProgram, postfixProgram], run: () => vitest('integration', minutes(30)) },
  slow: { needs: [...servers, office], run: () => vitest('slow', minutes(15)) },
  faults: {
    needs: [...servers, dovecotProgram],
    run: async () =>
      sumOf(
        await inboundRun(300, join(reports, 'inbound.txt'), minutes(10)),
        await faultRun(2_000, join(reports, 'faults.txt'), minutes(20)),
      ),
  },
  'inbound-mail': {
    needs: [...servers, dovecotProgram],
    run: () => inboundRun(3_000, join(reports, 'inbound.txt'), minutes(120)),
  },
  soak: { needs: [...servers, clock], run: soak },
  proofs: { needs: servers, run: proofs },
  fuzz: { needs: servers, run: fuzz },
  speed: { needs: servers, run: speed },
  e2e: { needs: [...servers, browser], prefers: [windowless], run: playwright },
  quality: { needs: [nginxProgram, browser], run: quality },
  'replica-set': { needs: servers, run: () => vitest('replica-set', minutes(25)) },
  'two-versions': { needs: servers, run: twoVersions },
  compose: { needs: [], run: () => vitest('compose', minutes(45)) },
  updates: { needs: [], run: () => vitest('updates', minutes(45)) },
  failover: { needs: [], run: () => cluster('failover') },
  swarm: { needs: [], run: () => cluster('swarm') },
  scaling: { needs: [], run: () => vitest('compose', minutes(60), { files: ['tests/compose/scaling.test.ts'] }) },
}
