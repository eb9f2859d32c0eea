import { AppError, notFound } from '@app/contracts/errors'
import { downloadFile, uploadFile } from '@app/contracts/files'
import { serve } from '@app/service/serve'
import { servedFile } from '@app/service/served-file'
import { checkedFile, fileIn } from '@app/uploads/checked-file'
import type { FileRights, FileStore } from './file-store'

type Deps = {
  files: Pick<FileStore, 'add' | 'open'>
  fileRights: FileRights
}

/** Files that records refer to. */
export const fileRoutes = ({ files, fileRights }: Deps) => [
  serve(uploadFile, async ({ params, body, identity, audited }) => {
    if (!(await fileRights.mayUpload(identity.user)))
      throw new AppError('forbidden', 'You may not change any table that has files.')
    const checked = await checkedFile(params.kind, fileIn(body))
    const uploaded = await files.add({ ...checked, userId: identity.user.id })
    audited({ recordId: uploaded.id })
    return uploaded
  }),
  serve(downloadFile, async ({ params, identity }) => {
    const file = await files.open(params.id)
    if (!file || !(await fileRights.mayOpen(identity.user, file))) throw notFound()
    return servedFile({ ...file, chunks: await file.chunks() }, file.type)
  }),
]
