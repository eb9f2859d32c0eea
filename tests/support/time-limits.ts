import { relative } from 'node:path'
import { root } from '@app/installer/checkout'
import { expect, vi } from 'vitest'

/** Tests at these paths start Nginx, mail servers, readers, archivers or compilers, which a busy machine keeps waiting. */
const startsProcesses =
  /^(nginx|tools|deploy|tests|packages\/(config|pictures|reader|service))\/|\/mail-process\.test\.ts$/

// Vitest runs this before each file; the files of a worker share its settings. A pure test takes milliseconds: one that stands
// still should say so at once.
vi.setConfig({ testTimeout: startsProcesses.test(relative(root, expect.getState().testPath ?? '')) ? 60_000 : 10_000 })
