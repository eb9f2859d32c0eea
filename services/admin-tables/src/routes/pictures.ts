import { readSitePicture, uploadSitePicture } from '@app/contracts/calls/website'
import { AppError } from '@app/contracts/errors'
import { serve } from '@app/service/serve'
import { checkedPicture } from '@app/uploads/checked-picture'
import { fileIn } from '@app/uploads/file-in'
import type { PictureStore } from '../models/picture-store'
import type { MakePicture } from '../site/picture-process'

export type PictureDeps = { pictures: Pick<PictureStore, 'add' | 'size'>; makePicture: MakePicture }

/** If a browser opens one as a page, nothing in it runs. */
const servedAs = (type: string) => ({
  'content-type': type,
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
})

/** Pictures of the public page. */
export const pictureRoutes = ({ pictures, makePicture }: PictureDeps) => [
  serve(uploadSitePicture, async ({ body, query: { kind }, audited }) => {
    const made = await makePicture(await checkedPicture(fileIn(body)), kind)
    const stored = { ...(await pictures.add(made)), ...(made.tone && { tone: made.tone }) }
    audited({ recordId: stored.id })
    return stored
  }),
  serve(readSitePicture, async ({ params: { name } }) => {
    const found = await pictures.size(name)
    if (!found) throw new AppError('not_found', 'Not found.')
    return new Response(found.bytes as Uint8Array<ArrayBuffer>, { headers: servedAs(found.type) })
  }),
]
