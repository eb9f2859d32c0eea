import { relative } from 'node:path'
import type { Plugin } from 'vitest/config'
import { noteEntries } from '../support/note-entries.ts'
import { storeFiles, storeFunctions } from './store-functions.ts'

/** Notes in each process which functions of the store files were called. */
export function recordCalls(root: string): Plugin {
  const files = new Set(storeFiles(root))
  return {
    name: 'record-calls',
    enforce: 'pre',
    transform(code, id) {
      const file = relative(root, id.split('?')[0]!)
      if (!files.has(file)) return undefined
      // The lines stay, and with them the places of errors.
      const entries = storeFunctions(file, code).map(({ name, body }) => ({
        body,
        note: `(globalThis.storeCalls ??= new Set()).add(${JSON.stringify(`${file} ${name}`)})`,
      }))
      return {
        code: noteEntries(code, entries),
        map: null,
      }
    },
  }
}
