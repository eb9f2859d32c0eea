import * as v from 'valibot'
import { readStored, store } from '#lib/stored'

const kept = v.object({ id: v.string(), step: v.picklist(['columns', 'check']) })

const keyOf = (table: string) => `import/${table}`

/** The import into a table that this tab had open: it outlives a reload, and ends with the tab. */
export const readOpenImport = (table: string) => readStored(keyOf(table), kept, 'sessionStorage')

/** Without storage a reload closes the import; its file can be chosen again. */
export const keepOpenImport = (table: string, open: v.InferOutput<typeof kept> | undefined): void =>
  store(keyOf(table), open, 'sessionStorage')
