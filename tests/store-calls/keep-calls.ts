import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll } from 'vitest'

declare global {
  var storeCalls: Set<string> | undefined
}

const { STORE_CALLS: folder } = process.env

// After each file, as a worker is ended without a word. Its set grows from file to file.
if (folder)
  afterAll(() => {
    mkdirSync(folder, { recursive: true })
    const file = join(folder, `${process.env['VITEST_POOL_ID']}-${process.env['VITEST_WORKER_ID']}`)
    writeFileSync(file, [...(globalThis.storeCalls ?? [])].join('\n'))
  })
