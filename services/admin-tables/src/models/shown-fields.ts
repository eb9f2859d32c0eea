import type { TableSchema } from '@app/table-schema'

/** The fields returned with `id`, which is always `_id`, even if a document has a field of that name. */
export function shownFields({ properties }: TableSchema): Set<string> {
  const shown = new Set([...Object.keys(properties), 'created_at', 'updated_at'])
  shown.delete('id')
  return shown
}

/** The fields as a projection, with the id. */
export const projectionOf = (fields: Iterable<string>) =>
  Object.fromEntries(['_id', ...fields].map((name) => [name, 1 as const]))
