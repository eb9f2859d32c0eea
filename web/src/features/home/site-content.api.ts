import { siteContent } from '@app/contracts/site'
import { request } from '#lib/api'

/** What staff have published. The browser keeps the answer and asks each time whether there is a newer one. */
export const readSiteContent = () => request(siteContent, '/api/site', { anonymous: true, cache: 'no-cache' })
