import { relative } from 'node:path'
import type { Plugin } from 'vitest/config'
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
      // On the same line, so that the places of errors stay true.
      const inserts = storeFunctions(file, code).flatMap(({ name, body }) => {
        const note = `(globalThis.storeCalls ??= new Set()).add(${JSON.stringify(`${file} ${name}`)})`
        return body.type === 'BlockStatement'
          ? [{ at: body.start + 1, text: `;${note};` }]
          : [
              { at: body.start, text: `(${note}, ` },
              { at: body.end, text: ')' },
            ]
      })
      const parts = inserts.toSorted((a, b) => b.at - a.at)
      return {
        code: parts.reduce((text, { at, text: more }) => text.slice(0, at) + more + text.slice(at), code),
        map: null,
      }
    },
  }
}
