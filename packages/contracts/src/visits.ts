import * as v from 'valibot'
import { doc, post, tagged } from './call'
import { visitPath } from './visit-path'

/** Pages whose views are counted. Any other address shows the home page, with status 404. */
export const visitedPages = ['/', '/privacy', '/terms', 'other'] as const
export type VisitedPage = (typeof visitedPages)[number]

/** The host of a view whose browser names none: a typed address, a bookmark, an app, or a page that keeps it to itself. */
export const directHost = ''
/** Hosts beyond those that a day has room for, and what is no host of the internet. */
export const otherHosts = 'other'

/** `POST /api/forms/visits`: a page, and the host whose link led to this site in the same tab. */
export const visit = v.object({
  page: v.picklist(visitedPages),
  host: v.optional(v.pipe(v.string(), v.maxLength(255)), directHost),
})
export type Visit = v.InferOutput<typeof visit>

/** Counted are views of pages, and inquiries by the page and host that their visit began with. */
export type VisitKind = 'views' | 'inquiries'

/**
 * Where each page is counted in a stored day. A host is counted under its place in `hosts`, so that a document holds no name
 * twice and no key that a visitor chose.
 */
export const pageKeys: Readonly<Record<VisitedPage, string>> = {
  '/': 'home',
  '/privacy': 'privacy',
  '/terms': 'terms',
  other: 'other',
}
export const hostKeys = { direct: 'direct', others: 'others', named: (place: number) => `h${place}` } as const

/** One day at the school, in the collection `site_visits`. */
export type StoredVisits = {
  /** `2026-11-28` */
  _id: string
  hosts: string[]
} & Partial<Record<VisitKind, Record<string, Record<string, number>>>>

export const countVisit = post('countVisit', visitPath, {
  access: 'public',
  limit: 'visit',
  audit: false,
  body: { schema: visit },
  response: { 204: null },
  errors: ['invalid_request'],
})

export const docs = () =>
  tagged('Site and files', [
    doc(countVisit, {
      summary: 'Count a page view',
      description:
        'Adds one to the views of a page by visitors from this host on this day. Nothing else is stored: no address, no cookie, no time. A request with `DNT: 1` or `Sec-GPC: 1`, of a program or of a person who is signed in is not counted. The response is the same for all.',
      body: { example: { page: '/', host: 'search.example.com' } },
      responses: { 204: { description: 'Received.' } },
      errors: { invalid_request: 'The page is not one of the site.' },
    }),
  ])
