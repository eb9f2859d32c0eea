import { AppError, notFound } from '@app/contracts/errors'
import { downloadFile, uploadFile } from '@app/contracts/files'
import { serve } from '@app/service/serve'
import { servedFile } from '@app/service/served-file'
import { checkedFile, fileIn } from '@app/uploads/checked-file'
import type { Context, Part } from '../context'
import type { Tables } from '../tables/module'
import { fileRights, fileStore, uploadedBytes } from './file-store'

/** Files that records refer to. */
export function filesModule({ db, objects }: Context, { tables: { tables } }: { tables: Tables }) {
  const bytes = uploadedBytes(db, objects)
  const files = fileStore(db, bytes)
  const rights = fileRights({ tables, files })
  const routes = [
    serve(uploadFile, async ({ params, body, identity, audited }) => {
      if (!(await rights.mayUpload(identity.user)))
        throw new AppError('forbidden', 'You may not change any table that has files.')
      const checked = await checkedFile(params.kind, fileIn(body))
      const uploaded = await files.add({ ...checked, userId: identity.user.id })
      audited({ recordId: uploaded.id })
      return uploaded
    }),
    serve(downloadFile, async ({ params, identity }) => {
      const file = await files.open(params.id)
      if (!file || !(await rights.mayOpen(identity.user, file))) throw notFound()
      return servedFile({ ...file, chunks: await file.chunks() }, file.type)
    }),
  ]
  const part: Part = { stores: [files], routes }
  return { bytes, files, part }
}
export type Files = ReturnType<typeof filesModule>
