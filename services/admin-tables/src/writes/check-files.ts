import type { FieldErrors } from '@app/contracts/errors'
import { fileFields, type TableSchema, titleOf } from '@app/table-schema'
import { type FileStore, mayUseFile } from '../models/file-store'
import { refuseErrors } from './checked-body'
import type { Writing } from './write'

type Values = Readonly<Record<string, unknown>>
type Files = Pick<FileStore, 'uploaderOf' | 'isUsed'>

export const missingFile = ({ properties }: TableSchema, name: string) =>
  `${titleOf(name, properties[name])} names a file that does not exist`

/**
 * Refuses new addresses of files that do not exist, or that another user uploaded for another table: who may see this record
 * may open its files. A value that is restored was in the record before.
 * @throws AppError `invalid_input`
 */
export async function checkFiles(
  files: Files,
  { actor, reason, schema }: Writing,
  before: Values,
  change: Values,
): Promise<void> {
  const isOurs = async (url: string): Promise<boolean> =>
    reason.source === 'undo' ? (await files.uploaderOf(url)) !== undefined : mayUseFile(files, actor.id, schema, url)
  const errors: FieldErrors = {}
  for (const name of fileFields(schema)) {
    const url = change[name]
    if (typeof url !== 'string' || url === before[name] || (await isOurs(url))) continue
    errors[name] = missingFile(schema, name)
  }
  refuseErrors(errors)
}
