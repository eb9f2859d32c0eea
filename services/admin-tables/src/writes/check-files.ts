import type { FieldErrors } from '@app/contracts/errors'
import { fileFields, titleOf } from '@app/table-schema'
import type { FileStore } from '../models/file-store'
import { refuseErrors } from './checked-body'
import type { Writing } from './write'

type Values = Readonly<Record<string, unknown>>

/**
 * Refuses new addresses of files that do not exist, or that another user uploaded for another table: who may see this record
 * may open its files. A value that is restored was in the record before.
 * @throws AppError `invalid_input`
 */
export async function checkFiles(
  files: Pick<FileStore, 'uploaderOf' | 'isUsed'>,
  { actor, reason, descriptor }: Writing,
  before: Values,
  change: Values,
): Promise<void> {
  const isOurs = async (url: string): Promise<boolean> => {
    const uploader = await files.uploaderOf(url)
    if (uploader === undefined) return false
    return uploader === actor.id || reason.source === 'undo' || files.isUsed(url, [descriptor])
  }
  const errors: FieldErrors = {}
  for (const name of fileFields(descriptor)) {
    const url = change[name]
    if (typeof url !== 'string' || url === before[name] || (await isOurs(url))) continue
    errors[name] = `${titleOf(name, descriptor.properties[name])} names a file that does not exist`
  }
  refuseErrors(errors)
}
