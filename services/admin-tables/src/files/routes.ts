import { AppError, notFound } from '@app/contracts/errors'
import { downloadFile, uploadFile } from '@app/contracts/files'
import { serve } from '@app/service/serve'
import { streamOf } from '@app/service/stream-of'
import { checkedFile } from '@app/uploads/checked-file'
import { fileIn } from '@app/uploads/file-in'
import type { FileRights, FileStore } from './file-store'

type Deps = {
  files: Pick<FileStore, 'add' | 'open'>
  fileRights: FileRights
}

const encodedName = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** Every file is sent as a download; if a browser opens it anyway, its scripts do not run. */
const servedAs = (name: string, type: string, size: number) => ({
  'content-type': type,
  'content-length': String(size),
  'content-disposition': `attachment; filename="file"; filename*=UTF-8''${encodedName(name)}`,
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
})

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
    return new Response(streamOf(await file.chunks()), { headers: servedAs(file.name, file.type, file.size) })
  }),
]
