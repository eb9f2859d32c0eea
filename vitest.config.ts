import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/runner/longest-first.ts'
import { recordCalls } from './tests/store-calls/record-calls.ts'
import { shippedContent } from './web/shipped-content.ts'

// Bun cannot drive the default pool of forked processes (oven-sh/bun#33593).
const pool = 'threads'

// One more than the cores of a small machine, as many tests wait; Vitest takes one less by default.
const maxWorkers = 3

// The site's rooms are named by aliases (web/tsconfig.json).
const resolve = { tsconfigPaths: true }
// The texts that the site's build fills in.
const plugins = [shippedContent()]

// A busy machine is slow: the limits end what stands still, and measure nothing.
const hookTimeout = 60_000
const expect = { poll: { timeout: 8_000 } }

// The inputs of property tests are the same on every run.
const setupFiles = 'tests/support/fuzz-seed.ts'

// Servers that tests start end with the run, however it ends.
const endWithRun = 'tests/support/end-with-run.ts'

// What their products run.
const programs = 'tests/support/built-programs.ts'

const together = join(import.meta.dirname, 'tests/integration/together')

/** Test files that run as a part of another one, and alone only when the command names them. */
const parts = readdirSync(together)
  .flatMap((file) => Array.from(readFileSync(join(together, file), 'utf8').matchAll(/import\('\.\.\/(.+?)'\)/g)))
  .map(([, name]) => `tests/integration/${name}.ts`)
  .filter((file) => !process.argv.some((argument) => argument.endsWith(file)))

/** Pure tests that cannot run where a suite runs them, as globs. */
const excluded = process.env.EXCLUDED_TESTS?.split(' ') ?? []

// No suite repeats a failed test: a test that passes at the second attempt is a defect.
export default defineConfig({
  test: {
    pool,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        resolve,
        plugins,
        test: {
          name: 'unit',
          pool,
          include: [
            '{packages,tools,deploy,services,web,nginx}/**/*.test.ts',
            'tests/{rules,runner,faults,fuzz,load,request-files}/*.test.ts',
          ],
          exclude: ['**/node_modules/**', '**/dist/**', '**/*.{slow,nightly,store}.test.ts', ...excluded],
          setupFiles: [setupFiles, 'tests/support/time-limits.ts'],
          // The files of a worker share its modules: loading them for each file took half of the time.
          isolate: false,
          restoreMocks: true,
          unstubGlobals: true,
          maxWorkers,
          hookTimeout,
          expect,
        },
      },
      {
        // Tests of stores and routes: a real MongoDB and Redis for each worker, a database for each file, no process of the product.
        plugins: process.env.STORE_CALLS ? [recordCalls(import.meta.dirname)] : [],
        test: {
          name: 'store',
          pool,
          globalSetup: [endWithRun, 'tests/support/store-servers.ts'],
          setupFiles: [setupFiles, 'tests/support/after-a-late-test.ts', 'tests/store-calls/keep-calls.ts'],
          include: ['{packages,tools,services}/**/*.store.test.ts'],
          isolate: false,
          restoreMocks: true,
          unstubGlobals: true,
          maxWorkers: 2,
          testTimeout: 20_000,
          hookTimeout: 30_000,
          expect,
          sequence: { groupOrder: 2 },
        },
      },
      {
        // Tests with a document: one for each worker, emptied after each test.
        resolve,
        plugins,
        test: {
          name: 'screens',
          pool,
          include: ['web/**/*.test.tsx'],
          environment: './web/src/testing/one-document.ts',
          setupFiles: 'web/src/testing/clean-up.ts',
          isolate: false,
          maxWorkers,
          testTimeout: 30_000,
          hookTimeout,
          expect,
        },
      },
      {
        test: {
          name: 'integration',
          pool,
          globalSetup: [endWithRun, programs, 'tests/support/other-version.ts'],
          setupFiles: [setupFiles, 'tests/support/keep-logs.ts', 'tests/support/stop-shared.ts'],
          include: ['tests/integration/**/*.test.ts'],
          exclude: ['**/*.{slow,nightly}.test.ts', ...parts],
          // The files of a worker share its modules: loading them for each file took a tenth of the processor time.
          isolate: false,
          // Each file has a product, ports and data of its own, and waits most of the time.
          maxWorkers: 4,
          // Vitest runs files of several projects in one command, as the proofs do, only if those of a group have the same workers.
          sequence: { groupOrder: 1 },
          testTimeout: 240_000,
          hookTimeout: 240_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      {
        // Every case of what `integration` proves by one.
        test: {
          name: 'nightly',
          pool,
          globalSetup: [endWithRun, programs],
          setupFiles: [setupFiles, 'tests/support/keep-logs.ts', 'tests/support/stop-shared.ts'],
          include: ['tests/**/*.nightly.test.ts'],
          env: { EVERY_CASE: 'yes' },
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      {
        // Proofs that take long by nature: CI runs them, `make test` leaves them out.
        test: {
          name: 'slow',
          pool,
          globalSetup: [endWithRun, programs],
          setupFiles: 'tests/support/keep-logs.ts',
          include: ['{nginx,tests}/**/*.slow.test.ts'],
          // One compares patterns, the others wait.
          maxWorkers: 2,
          sequence: { groupOrder: 3 },
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'soak',
          pool,
          globalSetup: [endWithRun, programs],
          setupFiles: 'tests/support/keep-logs.ts',
          include: ['tests/faults/slow/*.test.ts'],
          fileParallelism: false,
          testTimeout: 300_000,
          hookTimeout: 180_000,
        },
      },
      {
        // On the images that production runs.
        test: {
          name: 'replica-set',
          pool,
          globalSetup: endWithRun,
          include: ['tests/replica-set/*.test.ts'],
          fileParallelism: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        // A newcomer's first commands, in fresh clones.
        test: {
          name: 'first-start',
          pool,
          globalSetup: endWithRun,
          include: ['tests/first-start/*.test.ts'],
          exclude: ['**/*.nightly.test.ts'],
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'compose',
          pool,
          globalSetup: endWithRun,
          include: ['tests/compose/**/*.test.ts'],
          exclude: ['tests/compose/{update,operator,bare-server,*.nightly}.test.ts'],
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 1_200_000,
        },
      },
      {
        // Several members and nodes: Redis behind Sentinels, an API server of Kubernetes. Each is a suite of its own.
        test: {
          name: 'cluster',
          pool,
          globalSetup: endWithRun,
          include: ['tests/cluster/*.test.ts'],
          fileParallelism: false,
          testTimeout: 900_000,
          hookTimeout: 1_800_000,
        },
      },
      {
        // Whole updates of a production, which build three versions, and what its operator fears: before a release and each night.
        test: {
          name: 'updates',
          pool,
          globalSetup: endWithRun,
          include: ['tests/compose/{update,operator,bare-server}.test.ts'],
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 1_200_000,
        },
      },
    ],
  },
})
