import { readSitePicture, readSitePortrait, uploadSitePicture } from '@app/contracts/calls/website'
import { AppError } from '@app/contracts/errors'
import { serve } from '@app/service/serve'
import { checkedPicture } from '@app/uploads/checked-picture'
import { fileIn } from '@app/uploads/file-in'
import type { MakePicture } from './picture-process'
import type { PictureStore } from './picture-store'
import type { Portraits } from './portraits'

export type PictureDeps = {
  pictures: Pick<PictureStore, 'add' | 'size'>
  portraits: Pick<Portraits, 'size'>
  makePicture: MakePicture
}

const forGood = 'public, max-age=31536000, immutable'
/** Only the browser of a visitor keeps it: anywhere else it ends when the person is taken off the page. */
const forVisitor = 'private, max-age=86400, immutable'

/** If a browser opens one as a page, nothing in it runs. */
const servedAs = (type: string, cached: string) => ({
  'content-type': type,
  'cache-control': cached,
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
})

/** Pictures of the public page. */
export const pictureRoutes = ({ pictures, portraits, makePicture }: PictureDeps) => [
  serve(uploadSitePicture, async ({ body, query: { kind }, audited }) => {
    const made = await makePicture(await checkedPicture(fileIn(body)), kind)
    const stored = { ...(await pictures.add(made)), ...(made.tone && { tone: made.tone }) }
    audited({ recordId: stored.id })
    return stored
  }),
  serve(readSitePicture, async ({ params: { name } }) => {
    const found = await pictures.size(name)
    if (!found) throw new AppError('not_found', 'Not found.')
    return new Response(found.bytes as Uint8Array<ArrayBuffer>, { headers: servedAs(found.type, forGood) })
  }),
  serve(readSitePortrait, async ({ params: { name } }) => {
    const found = await portraits.size(name)
    if (!found) throw new AppError('not_found', 'Not found.')
    return new Response(found.bytes as Uint8Array<ArrayBuffer>, { headers: servedAs(found.type, forVisitor) })
  }),
]
