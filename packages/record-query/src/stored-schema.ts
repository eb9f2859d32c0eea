/** The key of the schema editor's notes next to a schema, which no schema has. */
export const notesKey = '_shape'

/** The schema alone, out of its stored document. */
export function schemaIn(stored: object): Record<string, unknown> {
  const { _id, position, created_at, updated_at, [notesKey]: _notes, ...schema } = stored as Record<string, unknown>
  return schema
}
