import type { StoredImport } from './import-store'
import type { ImportDeps } from './routes'

/** The import that every id names in the fixture. */
const stored: StoredImport = {
  id: 'f'.repeat(24),
  table: 'lessons',
  fileName: 'lessons.csv',
  headers: ['title'],
  samples: [['x']],
  actor: { id: 'ada', email: 'ada@example.com', requestId: '' },
  encoding: 'utf-8',
  check: 'c'.repeat(24),
}

/** As much of imports as the routes use, without a database. */
export function importsInMemory(): Pick<ImportDeps, 'imports' | 'lookups' | 'readSheets'> {
  let file = Buffer.from('title\nx')
  return {
    imports: {
      newId: () => stored.id,
      async store(_, content) {
        const pieces: Uint8Array[] = []
        for await (const piece of content) pieces.push(Uint8Array.from(piece))
        file = Buffer.concat(pieces)
      },
      add: async () => {},
      drop: async () => {},
      dropFile: async () => {},
      find: async (id) => ({ ...stored, id }),
      latest: async () => [],
      async *bytes() {
        yield file
      },
      setCheck: async () => true,
      noteCorrected: async () => {},
    },
    readSheets: async () => [{ name: 'Sheet1', text: 'title\nx' }],
    lookups: () => ({ existing: async () => [], named: async () => new Map(), refusedFiles: async () => new Set() }),
  }
}

/** Its check, which has ended. */
export const importCheck = {
  id: stored.check,
  kind: 'import-check',
  table: stored.table,
  actor: stored.actor,
  right: { table: stored.table, level: 'edit' as const },
  input: { import: stored.id, mapping: { title: 'title' }, match: null },
}
