import { mayUse, type User } from '@app/session'
import { fileFields } from '@app/table-schema'
import type { TableSchemaStore } from '../tables/table-schema-store'
import type { FileStore } from './file-store'

type Deps = {
  tables: Pick<TableSchemaStore, 'all'>
  files: Pick<FileStore, 'isUsed'>
}

/** Rights to upload and open files: the right on a table applies to the files of its records. */
export const fileRights = ({ tables, files }: Deps) => ({
  /** Staff may upload when they may edit a table that has files. */
  async mayUpload(user: User): Promise<boolean> {
    if (user.role === 'admin') return true
    const all = await tables.all()
    return all.some((table) => fileFields(table).length > 0 && mayUse(user, table.name, 'edit'))
  },

  /** Staff may open the files of records that they may see, and their own uploads until a record refers to them. */
  async mayOpen(user: User, file: { url: string; userId: string }): Promise<boolean> {
    if (user.role === 'admin') return true
    const all = await tables.all()
    const seen = all.filter(({ name }) => mayUse(user, name, 'view'))
    if (await files.isUsed(file.url, seen)) return true
    return file.userId === user.id && !(await files.isUsed(file.url, all))
  },
})

export type FileRights = ReturnType<typeof fileRights>
