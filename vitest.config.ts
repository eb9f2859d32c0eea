import { defineConfig } from 'vitest/config'

// Bun cannot drive the default pool of forked processes (oven-sh/bun#33593).
const pool = 'threads'

export default defineConfig({
  test: {
    pool,
    projects: [
      {
        test: {
          name: 'unit',
          pool,
          include: ['{packages,services,web,nginx}/**/*.test.{ts,tsx}', 'tests/rules/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**'],
        },
      },
      {
        test: {
          name: 'integration',
          pool,
          include: ['tests/integration/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 60_000,
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
