import { notFound } from '@app/contracts/errors'
import { mayUse, websiteRight } from '@app/contracts/policy'
import {
  deleteSitePicture,
  readSitePicture,
  readSitePortrait,
  uploadSitePicture,
} from '@app/contracts/website/picture-calls'
import { serve } from '@app/service/serve'
import type { Identity } from '@app/session'
import { fileIn } from '@app/uploads/checked-file'
import { checkedPicture } from '@app/uploads/checked-picture'
import type { MakePicture } from './picture-process'
import type { PictureStore, ShownPictures } from './picture-store'
import type { Portraits } from './portraits'

type PictureDeps = {
  pictures: Pick<PictureStore, 'add' | 'size'>
  portraits: Pick<Portraits, 'size'>
  makePicture: MakePicture
  shownPictures: ShownPictures
  identify: (request: Request) => Promise<Identity | undefined>
}

/** nginx asks again after seconds; a browser may show one that was removed for a day. */
const forVisitors = 'public, max-age=86400'
const forStaff = 'private, no-cache'
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
export const pictureRoutes = ({ pictures, portraits, makePicture, shownPictures, identify }: PictureDeps) => [
  serve(uploadSitePicture, async ({ body, query: { kind }, audited }) => {
    const made = await makePicture(await checkedPicture(fileIn(body)), kind)
    const stored = { ...(await pictures.add(made)), ...(made.tone && { tone: made.tone }) }
    audited({ recordId: stored.id })
    return stored
  }),
  serve(readSitePicture, async ({ params: { name }, request }) => {
    const isPublic = await shownPictures.isLive(name.slice(0, 32))
    if (!isPublic) {
      const identity = await identify(request)
      if (!identity || !mayUse(identity.user, websiteRight, 'view')) throw notFound()
    }
    // A size never changes under its name.
    const etag = `"${name}"`
    const headers = { etag, vary: 'Cookie', 'cache-control': isPublic ? forVisitors : forStaff }
    const found = await pictures.size(name)
    if (!found) throw notFound()
    if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
    return new Response(found.bytes as Uint8Array<ArrayBuffer>, {
      headers: { ...servedAs(found.type, headers['cache-control']), ...headers },
    })
  }),
  serve(deleteSitePicture, async ({ params: { name }, audited }) => {
    if (!(await shownPictures.remove(name))) throw notFound()
    audited({ recordId: name })
    return { success: true as const }
  }),
  serve(readSitePortrait, async ({ params: { name } }) => {
    const found = await portraits.size(name)
    if (!found) throw notFound()
    return new Response(found.bytes as Uint8Array<ArrayBuffer>, { headers: servedAs(found.type, forVisitor) })
  }),
]
