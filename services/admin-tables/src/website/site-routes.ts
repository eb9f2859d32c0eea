import { readSite } from '@app/contracts/calls/site'
import { isSameTag } from '@app/service/entity-tag'
import { serve } from '@app/service/serve'
import type { SiteStore } from './site-store'

/** What visitors see of the tables. The only public route of this service. */
export const siteRoutes = ({ site }: { site: Pick<SiteStore, 'content'> }) => [
  serve(readSite, async ({ request, set }) => {
    const { body, etag } = await site.content()
    set.headers['cache-control'] = 'public, max-age=60'
    set.headers['etag'] = etag
    if (isSameTag(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304 })
    return new Response(body, { headers: { 'content-type': 'application/json' } })
  }),
]
