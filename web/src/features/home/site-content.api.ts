import { siteContent } from '@app/contracts/site'
import { request } from '#lib/api'

/** The published content. The browser caches it and revalidates at every call. */
export const readSiteContent = () => request(siteContent, '/api/site', { anonymous: true, cache: 'no-cache' })
