import { defineConfig } from 'vitest/config'

// Bun cannot drive the default pool of forked processes (oven-sh/bun#33593).
const pool = 'threads'

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
            'tests/rules/*.test.ts',
            'tests/faults/*.test.ts',
            'tests/fuzz/*.test.ts',
          ],
          exclude: ['**/node_modules/**', '**/dist/**'],
          // Property tests and screens are slow on a busy machine.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'integration',
          pool,
          include: ['tests/integration/**/*.test.ts'],
          fileParallelism: false,
          // Real servers on a busy machine: what fails twice in a row is a fault.
          retry: 1,
          testTimeout: 60_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'slow',
          pool,
          include: ['tests/faults/slow/*.test.ts'],
          fileParallelism: false,
          testTimeout: 300_000,
          hookTimeout: 180_000,
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
