import { builtinEnvironments, type Environment } from 'vitest/runtime'

/**
 * One document for all test files of a worker: React, Testing Library and the modules under test keep the one that they were
 * loaded with. `clean-up.ts` empties it after each test.
 */
// biome-ignore lint/style/noDefaultExport: Vitest takes the default export.
export default {
  name: 'one-document',
  viteEnvironment: 'client',
  async setup(global, options) {
    if (!('document' in global)) await builtinEnvironments['happy-dom'].setup(global, options)
    return { teardown() {} }
  },
} satisfies Environment
