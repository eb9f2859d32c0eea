import type { StoredImport } from '../models/import-store'
import type { ImportDeps } from '../routes/imports'
import { noCounts } from './check-import'

/** What every import of the fixture is: its file has been checked. */
const checkedImport: StoredImport = {
  ...noCounts(),
  id: 'f'.repeat(24),
  table: 'lessons',
  fileName: 'lessons.csv',
  state: 'checked',
  headers: ['title'],
  samples: [['x']],
  mapping: { title: 'title' },
  match: null,
  applied: 0,
  actor: { id: 'ada', email: 'ada@example.com', sid: 'ada', requestId: '' },
}

/** As much of imports as the routes use, without a database. */
export const importsInMemory: Pick<ImportDeps, 'imports' | 'runner' | 'lookups'> = {
  imports: {
    add: async (_, imported) => ({ ...imported, id: checkedImport.id }),
    find: async (id) => ({ ...checkedImport, id }),
    change: async (id, _, change) => ({ ...checkedImport, ...change, id }),
    file: async () => Buffer.from('title\nx'),
  },
  runner: { start: async () => {} },
  lookups: () => ({ existing: async () => [], named: async () => new Map(), refusedFiles: async () => new Set() }),
}
