import type { Sort } from './sort'

const byName: Sort = { field: 'name', direction: 'asc' }
const newestFirst: Sort = { field: 'created_at', direction: 'desc' }

/** The order of a list that nobody has sorted: students are looked up by name, of all else the newest is first. */
export const firstSort = (table: string): Sort => (table === 'students' ? byName : newestFirst)
