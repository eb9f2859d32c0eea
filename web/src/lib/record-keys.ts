import type { QueryClient } from '@tanstack/react-query'

/** Every query about lists of a table's records begins with this key. */
export const recordsKey = (table: string) => ['records', table] as const

/** Every query about one record begins with this key. */
export const recordKey = (table: string, id: string): readonly unknown[] => ['record', table, id]

/** Reloads what is shown of a table's records; resolves once its lists are loaded. */
export function reloadRecords(client: QueryClient, table: string): Promise<void> {
  client.invalidateQueries({ queryKey: ['record', table] })
  return client.invalidateQueries({ queryKey: recordsKey(table) })
}
