import type { Context, Part } from '../context'
import type { Tables } from '../tables/module'
import { fileRights, fileStore, uploadedBytes } from './file-store'
import { fileRoutes } from './routes'

/** Files that records refer to. */
export function filesModule({ db, objects }: Context, { tables: { tables } }: { tables: Tables }) {
  const bytes = uploadedBytes(db, objects)
  const files = fileStore(db, bytes)
  const part: Part = { stores: [files], routes: fileRoutes({ files, fileRights: fileRights({ tables, files }) }) }
  return { bytes, files, part }
}
export type Files = ReturnType<typeof filesModule>
