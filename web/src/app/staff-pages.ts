import { type Chunk, chunk } from '#ui/chunk'
import { staffFiles } from './staff-files'

/** The staff pages other than the tables, each a chunk of its own. */
export const staffPages: Readonly<Record<string, Chunk>> = Object.fromEntries(
  Object.entries(staffFiles).map(([path, load]) => [path, chunk(load)]),
)

/** Loads the chunk of a staff page; the tables are part of the dashboard's own chunk. */
export const loadStaffPage = async (path: string): Promise<unknown> => staffPages[path]?.prepare()
