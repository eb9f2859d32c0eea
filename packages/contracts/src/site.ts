import * as v from 'valibot'
import { doc, get, tagged } from './call'
import { exampleId } from './doc-parts'
import { emailText } from './email-text'

/** An option of "interest" in the contact form. */
export const interest = v.object({ value: v.string(), label: v.string() })
export type Interest = v.InferOutput<typeof interest>

export const cardIcon = v.picklist(['lessons', 'school', 'party', 'team', 'bow', 'league'])
export type CardIcon = v.InferOutput<typeof cardIcon>

const leadsToPage = /^https?:\/\//i
const isAddress = /^[^\s?&#%@]+@[^\s?&#%@]+$/

/** A card of the services grid: a page to open, or an address to write to, and nothing else that a link could do. */
export const siteCard = v.object({
  id: v.string(),
  icon: cardIcon,
  title: v.string(),
  description: v.string(),
  cta: v.pipe(
    v.object({ type: v.picklist(['link', 'email']), label: v.string(), value: v.string() }),
    v.check(({ type, value }) => (type === 'email' ? isAddress : leadsToPage).test(value)),
  ),
})
export type SiteCard = v.InferOutput<typeof siteCard>

/** News for visitors: closed for rain, a special class. Plain text; an end that is null is open. */
export const siteAnnouncement = v.object({
  id: v.string(),
  kind: v.picklist(['closed', 'special', 'info']),
  text: v.string(),
  startsAt: v.nullable(v.string()),
  endsAt: v.nullable(v.string()),
})
export type SiteAnnouncement = v.InferOutput<typeof siteAnnouncement>

/** A coming lesson that is marked public. */
const siteLesson = v.object({
  id: v.string(),
  title: v.string(),
  /** The option of the `place` field and its label. */
  place: v.string(),
  placeName: v.string(),
  startsAt: v.string(),
  minutes: v.number(),
  full: v.boolean(),
  /** Seats that are left. */
  free: v.optional(v.number()),
  /** In dollars, by the lesson or else by the card of its service; left out where neither has one. */
  price: v.optional(v.number()),
  /** The service that it belongs to. */
  topic: v.optional(cardIcon),
})
export type SiteLesson = v.InferOutput<typeof siteLesson>

const siteLogo = v.object({
  id: v.string(),
  width: v.number(),
  height: v.number(),
  alt: v.string(),
  tone: v.picklist(['dark', 'light', 'any']),
})

/**
 * `GET /api/site`, public: the published cards in their order, current announcements, lessons of the next lesson days, and
 * the interests that the contact form offers.
 */
export const siteContent = v.object({
  cards: v.array(siteCard),
  announcements: v.array(siteAnnouncement),
  lessons: v.optional(v.array(siteLesson), []),
  interests: v.optional(v.array(interest)),
  /** Answers to "How did you hear about us?". */
  heardFrom: v.optional(v.array(v.string())),
  /** The published facts of the school: name, phone, places and more; the hours are those of today's season. */
  facts: v.optional(v.looseObject({ name: v.string(), phone: v.string(), email: emailText })),
  /** The published logo. */
  logo: v.optional(v.nullable(siteLogo)),
})
export type SiteContent = v.InferOutput<typeof siteContent>

export const readSite = get('readSite', '/api/site', {
  access: 'public',
  limit: 'read',
  response: { 200: siteContent, 304: null },
})

export const docs = () =>
  tagged('Site and files', [
    doc(readSite, {
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
    }),
  ])
