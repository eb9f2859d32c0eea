import type { Audit } from '@app/audit'
import { downloadFile, uploadFile } from '@app/contracts/calls/files'
import { AppError } from '@app/contracts/errors'
import { callRoute } from '@app/service/call-route'
import type { Guards } from '@app/session'
import { Elysia } from 'elysia'
import type { FileRights } from '../actions/file-rights'
import type { FileStore } from '../models/file-store'
import { checkedFile } from '../uploads/checked-file'
import { fileIn } from '../uploads/file-in'
import { actorOf } from './request-context'
import { streamOf } from './stream-of'

type Deps = {
  guards: Pick<Guards, 'access'>
  files: Pick<FileStore, 'add' | 'open'>
  fileRights: FileRights
  audit: Pick<Audit, 'during'>
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
export const fileRoutes = ({ guards, files, fileRights, audit }: Deps) =>
  new Elysia({ name: 'file-routes' })
    .use(guards.access)
    .post(
      uploadFile.path,
      async ({ params, request, body, status, ...context }) => {
        // A form of another site can send files, but not this header.
        if (!request.headers.get('x-requested-with'))
          throw new AppError('forbidden', 'Uploads need the header X-Requested-With.')
        if (!(await fileRights.mayUpload(context.identity.user)))
          throw new AppError('forbidden', 'You may not change any table that has files.')
        const actor = actorOf(context)
        const file = { ...(await checkedFile(params.kind, fileIn(body))), userId: actor.id }
        const entry = { actor, action: 'upload', table: 'uploads' } as const
        const uploaded = await audit.during(
          entry,
          () => files.add(file),
          ({ id }) => ({ recordId: id }),
        )
        return status(201, uploaded)
      },
      callRoute(uploadFile),
    )
    .get(
      downloadFile.path,
      async ({ params, identity }) => {
        const file = await files.open(params.id)
        if (!file || !(await fileRights.mayOpen(identity.user, file))) throw new AppError('not_found', 'Not found.')
        return new Response(streamOf(file.chunks()), { headers: servedAs(file.name, file.type, file.size) })
      },
      callRoute(downloadFile),
    )
