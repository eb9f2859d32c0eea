import { AppError, notFound } from '@app/contracts/errors'
import { readSite } from '@app/contracts/site'
import {
  cancelSitePublication,
  listSiteVersions,
  previewSite,
  publishSite,
  readLegalPage,
  readSiteDraft,
  readSitePage,
  restoreSiteVersion,
  saveSiteDraft,
} from '@app/contracts/website/calls'
import { contactChanges, type WebsiteChange } from '@app/contracts/website/changes'
import { fileTypes, isPageFile } from '@app/contracts/website/page-files'
import type { PageNews } from '@app/contracts/website/page-texts'
import { readSiteColors } from '@app/contracts/website/picture-calls'
import type { Actor } from '@app/jobs'
import { schoolDay } from '@app/school-time/school-day'
import { isSameTag } from '@app/service/entity-tag'
import { reply, serve } from '@app/service/serve'
import { type Identity, requireRecentSignIn } from '@app/session'
import type { ApplyWrites } from '../records/apply-writes'
import type { WebsiteEditor } from './edit-website'
import type { PageRenderer } from './page-renderer'
import type { PageEncoding, PublishedPage, ServedPage } from './published-page'
import { contactsIn, publicationEntry } from './scheduled-publication'
import { maySetPrices, priceSetter, type SiteStore } from './site-store'

type WebsiteDeps = {
  website: WebsiteEditor
  apply: ApplyWrites
  publishedPage: PublishedPage
  news: () => Promise<PageNews>
  renderer: () => Promise<PageRenderer | undefined>
}

const page = { 'content-type': 'text/html; charset=utf-8' }
/** The preview is framed by the dashboard; nothing in it runs. */
const previewPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-same-origin"

function encodingFor(accepted: string | null): PageEncoding | undefined {
  const names = (accepted ?? '').split(',').map((each) => each.trim())
  if (names.some((name) => /^br(;|$)/.test(name))) return 'br'
  return names.some((name) => /^gzip(;|$)/.test(name)) ? 'gzip' : undefined
}

async function respondWith(
  { key, html, encoded }: ServedPage,
  request: Request,
  type = page['content-type'],
): Promise<Response> {
  const headers = { 'content-type': type, 'cache-control': 'no-cache', vary: 'Accept-Encoding' }
  const encoding = encodingFor(request.headers.get('accept-encoding'))
  if (!encoding) return new Response(html, { headers: { ...headers, etag: `"${key}"` } })
  const body = (await encoded(encoding)) as Uint8Array<ArrayBuffer>
  return new Response(body, { headers: { ...headers, etag: `"${key}-${encoding}"`, 'content-encoding': encoding } })
}

/** @throws AppError `invalid_request` without the draft that the editor has seen: nobody's changes are lost unseen */
function tagIn({ 'If-Match': tag }: { 'If-Match'?: string | undefined }): string {
  if (tag === undefined) throw new AppError('invalid_request', 'If-Match is missing.')
  return tag
}

/** Whoever changes how the school is reached, on the page and in every mail, has signed in just now. */
const admitBy = (identity: Identity) => (changes: readonly WebsiteChange[]) => {
  if (contactChanges(changes).length > 0) requireRecentSignIn(identity)
}

/** The public page: its draft, its versions, and the rendered page that nginx serves. */
export const websiteRoutes = ({ website, apply, publishedPage, news, renderer }: WebsiteDeps) => {
  const pricesBy = (actor: Actor, { user }: Identity) => (maySetPrices(user) ? priceSetter(apply, actor) : undefined)
  return [
    serve(readSitePage, async ({ params: { build }, request }) => {
      const found = await publishedPage.page(build)
      if (!found) throw notFound()
      if (found === 'built') throw new AppError('gone', 'The page of the build is up to date.')
      return respondWith(found, request)
    }),
    serve(readLegalPage, async ({ params: { build, name }, request }) => {
      const found = await publishedPage.legalPage(build, name)
      if (!found) throw notFound()
      if (found === 'none') throw new AppError('gone', 'No text is published for this page.')
      return respondWith(found, request, isPageFile(name) ? fileTypes[name] : undefined)
    }),
    serve(readSiteColors, async ({ params: { name } }) => {
      const styles = await website.styles(name.replace('.css', ''))
      if (!styles) throw notFound()
      const headers = {
        'content-type': 'text/css; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
      }
      return new Response(styles, { headers })
    }),
    serve(readSiteDraft, ({ identity }) => website.draftFor(identity.user)),
    serve(previewSite, async ({ query: { scheme } }) => {
      const own = await renderer()
      if (!own) throw new AppError('unavailable', 'The page cannot be rendered: the build of the site is missing.')
      const { content, cards, prices } = await website.draft()
      const shown = { ...content, cards: { cards, prices }, news: await news(), today: schoolDay() }
      const html = own.render({ ...shown, preview: { scheme } })
      return new Response(html, { headers: { ...page, 'content-security-policy': previewPolicy } })
    }),
    serve(saveSiteDraft, ({ headers, body, actor, identity }) =>
      website.save(tagIn(headers), body, actor.email, maySetPrices(identity.user)),
    ),
    serve(publishSite, async ({ headers, body: { at }, actor, identity, audited }) => {
      if (at !== undefined) {
        const mayPrice = maySetPrices(identity.user)
        const scheduled = await website.schedule(tagIn(headers), at, actor, admitBy(identity), mayPrice)
        audited({ about: { at: scheduled.at, ...contactsIn(scheduled) } })
        return reply(202, scheduled)
      }
      const version = await website.publish(tagIn(headers), actor.email, admitBy(identity), pricesBy(actor, identity))
      audited(publicationEntry(version))
      return version
    }),
    serve(cancelSitePublication, async ({ actor }) => {
      await website.cancelScheduled(actor)
      return { canceled: true as const }
    }),
    serve(listSiteVersions, ({ query }) => website.versions(Number(query.page))),
    serve(restoreSiteVersion, async ({ params, actor, identity, audited }) => {
      const version = await website.restore(
        Number(params.id),
        actor.email,
        admitBy(identity),
        pricesBy(actor, identity),
      )
      audited(publicationEntry(version))
      return version
    }),
  ]
}

/** The content of the tables for visitors. The only public route of this service. */
export const siteRoutes = ({ site }: { site: Pick<SiteStore, 'content'> }) => [
  serve(readSite, async ({ request, set }) => {
    const { body, etag } = await site.content()
    set.headers['cache-control'] = 'public, max-age=60'
    set.headers['etag'] = etag
    if (isSameTag(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304 })
    return new Response(body, { headers: { 'content-type': 'application/json' } })
  }),
]
