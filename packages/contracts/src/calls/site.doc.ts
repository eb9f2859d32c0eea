import { doc } from './call-doc'
import { exampleId } from './parameters.doc'
import { readSite } from './site'

export const readSiteDoc = doc(readSite, {
  tag: 'Site and files',
  summary: 'Content of the public page',
  description:
    'The published cards, current announcements, the public lessons of the next lesson days and the interests of the contact form. `facts.hours` has the days and hours of today: within a season those of the season. Cached for a minute, with an ETag.',
  responses: {
    200: {
      description: 'The content.',
      example: {
        cards: [],
        announcements: [{ id: exampleId, kind: 'info', text: 'Closed on Monday.', startsAt: null, endsAt: null }],
        lessons: [],
        interests: [{ value: 'Lessons', label: 'Archery Lessons' }],
      },
      headers: { ETag: 'For If-None-Match of the next request.' },
    },
    304: { description: 'Nothing has changed since the ETag in If-None-Match.' },
  },
})
