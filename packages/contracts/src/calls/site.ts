import { siteContent } from '../site'
import { call } from './call'

export const readSite = call({
  id: 'readSite',
  method: 'get',
  path: '/api/site',
  access: 'public',
  limit: 'read',
  response: { 200: siteContent, 304: null },
})
