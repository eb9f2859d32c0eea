import { defineConfig } from 'vitest/config'

// Bun cannot drive the default pool of forked processes (oven-sh/bun#33593).
const pool = 'threads'
// A busy machine takes seconds for what usually takes milliseconds.
const expect = { poll: { timeout: 15_000 } }

// No suite repeats a failed test: a test that passes at the second attempt is a defect.
export default defineConfig({
  test: {
    pool,
    projects: [
      {
        // The site's rooms are named by aliases (web/tsconfig.json).
        resolve: { tsconfigPaths: true },
        test: {
          name: 'unit',
          pool,
          include: [
            '{packages,tools,deploy,services,web,nginx}/**/*.test.{ts,tsx}',
            'tests/{rules,runner,faults,fuzz}/*.test.ts',
          ],
          exclude: ['**/node_modules/**', '**/dist/**', '**/*.slow.test.ts'],
          // Property tests and screens are slow on a busy machine.
          testTimeout: 60_000,
          expect,
        },
      },
      {
        test: {
          name: 'integration',
          pool,
          include: ['tests/integration/**/*.test.ts'],
          exclude: ['**/*.slow.test.ts'],
          // Each file has a product, ports and data of its own; most of their time is waiting.
          maxWorkers: 2,
          expect,
          testTimeout: 60_000,
          hookTimeout: 180_000,
        },
      },
      {
        // Proofs that take long by nature: CI runs them, `make test` leaves them out.
        test: {
          name: 'slow',
          pool,
          include: ['{nginx,tests}/**/*.slow.test.ts'],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'soak',
          pool,
          include: ['tests/faults/slow/*.test.ts'],
          fileParallelism: false,
          testTimeout: 300_000,
          hookTimeout: 180_000,
        },
      },
      {
        // What a newcomer types, in fresh clones.
        test: {
          name: 'first-start',
          pool,
          include: ['tests/first-start/*.test.ts'],
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'compose',
          pool,
          include: ['tests/compose/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 1_200_000,
        },
      },
    ],
  },
})
