import * as v from 'valibot'

const kept = v.object({ id: v.string(), step: v.picklist(['columns', 'check']) })
type OpenImport = v.InferOutput<typeof kept>

const keyOf = (table: string) => `import/${table}`

/** The import into a table that this tab had open: it outlives a reload, and ends with the tab. */
export function readOpenImport(table: string): OpenImport | undefined {
  try {
    const read = v.safeParse(kept, JSON.parse(sessionStorage.getItem(keyOf(table)) ?? 'null'))
    return read.success ? read.output : undefined
  } catch {
    return undefined
  }
}

/** Without storage a reload closes the import; its file can be chosen again. */
export function keepOpenImport(table: string, open: OpenImport | undefined): void {
  try {
    if (open) sessionStorage.setItem(keyOf(table), JSON.stringify(open))
    else sessionStorage.removeItem(keyOf(table))
  } catch {}
}
