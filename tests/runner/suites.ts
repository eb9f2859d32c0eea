import { join } from 'node:path'
import { minutes } from '@app/contracts/durations'
import { root } from '@app/installer/checkout'
import type { SystemProgram } from '@app/installer/system-packages'
import { nginxProgram } from '@app/local-stack/nginx'
import { redisProgram } from '@app/local-stack/redis'
import { callsOfStores } from '../store-calls/never-called'
import { dovecotProgram } from '../support/dovecot'
import { postfixProgram } from '../support/postfix'
import { canShiftClocks, createShiftedClock } from '../support/shifted-clock'
import { run } from './command'
import { type Count, countReport, single, sumOf } from './count'
import { playwright } from './playwright'
import type { Suite, SuiteContext } from './suite'
import { vitest } from './vitest'

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

type Limits = { limitMs: number; env?: Record<string, string> }

/** A command that counts as one test. */
async function command(
  { folder, niceness }: SuiteContext,
  test: string,
  args: readonly string[],
  limits: Limits,
): Promise<Count> {
  const log = join(folder, `${test.replaceAll(/\W+/g, '-')}.log`)
  return single(test, await run(args, { ...limits, log, niceness }), log)
}

/** The figures of the built home page, each a test: of one visit, or the medians of several. */
const quality =
  (visits: number) =>
  async ({ suite, folder, niceness }: SuiteContext): Promise<Count> => {
    const [file, log] = [join(folder, `${suite}.json`), join(folder, `${suite}.log`)]
    const env = { QUALITY_REPORT: file, QUALITY_VISITS: String(visits) }
    const exitCode = await run(['tests/web-quality/quality.ts'], { env, limitMs: minutes(15), log, niceness })
    return countReport<Count>(suite, file, { exitCode, log }, (count) => ({
      ...count,
      failures: count.failed ? single(suite, 1, log).failures : [],
    }))
  }

/** Format and lint, types, unused code, workflows, Kubernetes objects: each counts as one test. The types of all but the site take as long as the rest. */
async function check(context: SuiteContext): Promise<Count> {
  const one = (test: string, args: string[]) => command(context, test, args, { limitMs: minutes(5) })
  const types = one('types', ['x', 'tsc', '-p', 'tsconfig.json'])
  const others = [
    await one('format and lint', ['x', 'biome', 'ci', '.']),
    await one('types of the site', ['x', 'tsc', '-p', 'web/tsconfig.json']),
    await one('unused code', ['--bun', 'x', 'knip']),
    await one('workflows', ['tests/runner/check-workflows.ts']),
    await one('Kubernetes objects', ['tests/runner/check-manifests.ts']),
  ]
  return others.reduce(sumOf, await types)
}

async function faultRun(context: SuiteContext, inquiries: number, limitMs: number): Promise<Count> {
  const seed = process.env.SEED ? ['--seed', process.env.SEED] : []
  const report = ['--report', join(context.folder, 'faults.txt')]
  const args = ['tests/faults/run.ts', '--inquiries', String(inquiries), ...report, ...seed]
  return command(context, 'the run with faults', args, { limitMs })
}

/** Incoming mail by both ways; `COUNT` and `SEED` are read there. */
function inboundRun(context: SuiteContext, mails: number, limitMs: number) {
  const count = process.env.COUNT ? [] : ['--count', String(mails)]
  const args = ['tests/faults/inbound/run.ts', '--report', join(context.folder, 'inbound.txt'), ...count]
  return command(context, 'incoming mail with faults', args, { limitMs })
}

/** CPU a request over the bare limit, as a ratio of one run, so that a busy machine matters little. */
const speed = (context: SuiteContext) => {
  const env = { BENCH_ROUNDS: '3', BENCH_SECONDS: '3', MAX_CPU_LIST: '2', MAX_CPU_INQUIRY: '3' }
  return command(context, 'CPU a request', ['tests/load/bench.ts'], { env, limitMs: minutes(5) })
}

/** Security controls that are switched off: those whose test needs no running product, or every one. */
const proofs = (context: SuiteContext, limitMs: number, ...which: string[]) =>
  command(context, 'proofs of security tests', ['tests/security/prove.ts', ...which], { limitMs })

const cluster = (context: SuiteContext) =>
  vitest(context, minutes(60), { projects: ['cluster'], files: [`tests/cluster/${context.suite}.test.ts`] })

/** What holds while two versions serve; files about the limits of one replica are left out. */
const inTwoVersions = [
  'two-versions',
  ...['auth-codes', 'auth-google', 'auth-sessions', 'inquiry-accept', 'inquiry-staff', 'product', 'rights'],
  ...['tables-batches', 'tables-import', 'tables-records', 'schema-editor'],
].map((name) => `tests/integration/${name}.test.ts`)

async function twoVersions(context: SuiteContext): Promise<Count> {
  if (!process.env.OTHER_VERSION) throw new Error('OTHER_VERSION must name a git ref or the folder of a checkout.')
  return vitest(context, minutes(40), { projects: ['integration'], files: inTwoVersions })
}

/** fuzz/README.md lists its variables. */
const fuzz = (context: SuiteContext) => command(context, 'fuzz', ['tests/fuzz/run.ts'], { limitMs: minutes(240) })

const soak = async (context: SuiteContext) =>
  sumOf(
    await vitest(context, minutes(120)),
    await command(context, 'the long run with faults', ['tests/faults/soak.ts'], { limitMs: minutes(900) }),
  )

/** Fails also when a function of a store was called by none of them. */
async function store(context: SuiteContext): Promise<Count> {
  const calls = join(context.folder, 'store-calls')
  const count = await vitest({ ...context, env: { STORE_CALLS: calls } }, minutes(10))
  // A test that ended early has called less.
  return count.failed > 0 ? count : sumOf(count, callsOfStores(root, calls))
}

/** All journeys, those on a phone too, and pictures of every screen that is checked, to be looked at. */
const journeysAtNight = (context: SuiteContext) =>
  playwright({ ...context, env: { NIGHT: '1', PICTURES: join(context.folder, 'pictures') } })

/** The store tests on each compatible server that runs at one of these addresses, and on that of this machine. */
async function onServers(context: SuiteContext): Promise<Count> {
  const uris = (process.env.TEST_MONGODB_URIS ?? '').split(/[\s,]+/).filter(Boolean)
  if (uris.length === 0) throw new Error('TEST_MONGODB_URIS must name servers: mongodb://127.0.0.1:27017/tests ...')
  const run = (about: object) => vitest({ ...context, ...about }, minutes(15), { projects: ['store'] })
  let count = await run({})
  for (const [at, uri] of uris.entries())
    count = sumOf(count, await run({ suite: `${context.suite}-${at + 1}`, env: { MONGODB_URI: uri } }))
  return count
}

/** Store and integration tests on the server that `make up` and `make test` install where no mongod can be had. */
async function onPypiServer(context: SuiteContext): Promise<Count> {
  const env = { MONGODB_URI: '', MONGODB_PROVIDER: 'secantusdb' }
  const stores = await vitest({ ...context, env, suite: `${context.suite}-store` }, minutes(20), {
    projects: ['store'],
  })
  return sumOf(stores, await vitest({ ...context, env }, minutes(40), { projects: ['integration'] }))
}

/** Pure, screen and store tests in another season: none may depend on the day on which it runs. */
async function onAnotherDay(context: SuiteContext): Promise<Count> {
  if (!canShiftClocks) throw new Error('This system has no libfaketime that moves the clock of a program.')
  const clock = createShiftedClock()
  clock.move('+120d')
  // Bun's own client for Redis waits for ever under such a clock.
  const env = { ...clock.env, EXCLUDED_TESTS: '**/redis-cluster.test.ts' }
  const projects = ['unit', 'screens', 'store']
  return vitest({ ...context, env }, minutes(40), { projects }).finally(clock.remove)
}

export const suites: Record<string, Suite> = {
  'first-start': { needs: [], run: (context) => vitest(context, minutes(30)) },
  check: { needs: [], run: check },
  unit: {
    needs: [...servers, age],
    run: (context) => vitest(context, minutes(15), { projects: ['unit', 'screens'] }),
  },
  store: { needs: servers, run: store },
  servers: { needs: servers, run: onServers },
  'pypi-server': { needs: [...servers, dovecotProgram, postfixProgram], run: onPypiServer },
  'another-day': { needs: [...servers, age, clock], run: onAnotherDay },
  integration: {
    needs: [...servers, dovecotProgram, postfixProgram],
    run: (context) => vitest(context, minutes(30)),
  },
  'every-case': {
    needs: [...servers, dovecotProgram, postfixProgram],
    run: (context) => vitest(context, minutes(120), { projects: ['nightly'] }),
  },
  slow: {
    needs: servers,
    run: (context) => vitest(context, minutes(15), { files: ['slow-clients', 'shutdown', 'patterns'] }),
  },
  office: {
    needs: [...servers, office],
    run: (context) => vitest(context, minutes(10), { projects: ['slow'], files: ['spreadsheet'] }),
  },
  faults: {
    needs: [...servers, dovecotProgram],
    run: async (context) =>
      sumOf(await inboundRun(context, 300, minutes(10)), await faultRun(context, 2_000, minutes(20))),
  },
  'some-faults': {
    needs: [...servers, dovecotProgram],
    run: async (context) =>
      sumOf(await inboundRun(context, 100, minutes(10)), await faultRun(context, 500, minutes(10))),
  },
  'inbound-mail': { needs: [...servers, dovecotProgram], run: (context) => inboundRun(context, 3_000, minutes(120)) },
  soak: { needs: [...servers, clock], run: soak },
  // The suites unit and store run the same tests on what is not changed.
  proofs: { needs: servers, run: (context) => proofs(context, minutes(10), '--tests-pass') },
  'all-proofs': { needs: servers, run: (context) => proofs(context, minutes(30), 'all') },
  mutations: {
    needs: servers,
    run: (context) => command(context, 'mutations', ['tests/mutations/run.ts'], { limitMs: minutes(240) }),
  },
  fuzz: { needs: servers, run: fuzz },
  speed: { needs: servers, run: speed },
  e2e: { needs: [...servers, browser], prefers: [windowless], run: playwright },
  'e2e-at-night': { needs: [...servers, browser], prefers: [windowless], run: journeysAtNight },
  quality: { needs: [nginxProgram, browser], run: quality(1) },
  'quality-medians': { needs: [nginxProgram, browser], run: quality(3) },
  'replica-set': { needs: servers, run: (context) => vitest(context, minutes(25)) },
  'two-versions': { needs: servers, run: twoVersions },
  compose: {
    needs: [],
    run: (context) => vitest(context, minutes(45), { files: ['tests/compose/journey.test.ts'] }),
  },
  acme: {
    needs: [],
    run: (context) => vitest(context, minutes(30), { projects: ['compose'], files: ['tests/compose/acme.test.ts'] }),
  },
  updates: { needs: [], run: (context) => vitest(context, minutes(60)) },
  failover: { needs: [], run: cluster },
  scaling: {
    needs: [],
    run: (context) => vitest(context, minutes(60), { projects: ['compose'], files: ['tests/compose/scaling.test.ts'] }),
  },
}

/** What lasts too long for each change, in order of what fails soonest. Those in containers are skipped without an engine, and say so. */
export const lastingSuites = [
  ...[
    'all-proofs',
    'speed',
    'quality-medians',
    'office',
    'another-day',
    'e2e-at-night',
    'faults',
    'every-case',
    'servers',
    'pypi-server',
    'mutations',
  ],
  ...['fuzz', 'inbound-mail'],
  ...['acme', 'scaling', 'updates', 'replica-set', 'failover', 'soak'],
].filter((name) => suites[name] && (name !== 'servers' || process.env.TEST_MONGODB_URIS))
