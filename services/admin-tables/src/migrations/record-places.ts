/** Where the records of a table are, with the path of a record there. A deleted one may be restored. */
export const placesOf = (table: string): Place[] => [
  { from: table, filter: {}, path: '' },
  { from: 'trash', filter: { table }, path: 'record.' },
]
export type Place = { from: string; filter: { table?: string }; path: string }

/** Values of a record by their paths in the document that holds it. */
export const under = (path: string, values: object) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [path + name, value]))

/** One millisecond later: a form that was opened before notices the change, and the order in lists stays. */
export const nextVersion = (updated_at: unknown) =>
  updated_at instanceof Date ? { updated_at: new Date(updated_at.getTime() + 1) } : {}
