import { siteContent } from '../site'
import { call, exampleId } from './call'

export const readSite = call({
  method: 'get',
  path: '/api/site',
  access: 'public',
  response: {
    200: {
      description: 'The content.',
      schema: siteContent,
      example: {
        cards: [],
        announcements: [{ id: exampleId, kind: 'info', text: 'Closed on Monday.', startsAt: null, endsAt: null }],
        lessons: [],
        interests: [{ value: 'Lessons', label: 'Archery Lessons' }],
      },
      headers: { ETag: 'To be sent as If-None-Match.' },
    },
    304: { description: 'Nothing has changed since the ETag in If-None-Match.' },
  },
  detail: {
    id: 'readSite',
    tag: 'Site and files',
    summary: 'Content of the public page',
    description:
      'The published cards, current announcements, the public lessons of the next lesson days and the interests of the contact form. Cached for a minute, with an ETag.',
  },
})
