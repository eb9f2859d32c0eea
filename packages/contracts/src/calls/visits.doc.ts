import { doc } from './call-doc'
import { countVisit } from './visits'

export const countVisitDoc = doc(countVisit, {
  tag: 'Site and files',
  summary: 'Count a page view',
  description:
    'Adds one to the views of a page by visitors from this host on this day. Nothing else is stored: no address, no cookie, no time. A request with `DNT: 1` or `Sec-GPC: 1`, of a program or of a person who is signed in is not counted. The response is the same for all.',
  body: { example: { page: '/', host: 'search.example.com' } },
  responses: { 204: { description: 'Received.' } },
  errors: { invalid_request: 'The page is not one of the site.' },
})
