import * as v from 'valibot'
import { writtenLine, writtenText } from '../written-text'
import { websiteColors } from './colors'
import { websiteFacts } from './facts'
import { websiteLogo } from './logo'
import { shippedLegal, websiteLegal } from './page-files'
import { shippedPictures, websiteGallery, websitePictures } from './pictures'
import { knownPlaceholders } from './placeholders'
import { shippedSections, websiteFaq, websiteSections, websiteTestimonials, withEverySection } from './sections'

const line = (maxLength = 120) => knownPlaceholders(writtenLine('Text', maxLength))
const paragraph = (maxLength = 600) => knownPlaceholders(writtenLine('Text', maxLength))
const paragraphs = knownPlaceholders(writtenText('Text', 3_000))

/** The texts of the page by part. Placeholders in braces stand for facts. */
const websiteTexts = v.strictObject({
  search: v.strictObject({ title: line(), description: paragraph(320), image: paragraph(200) }),
  hero: v.strictObject({
    eyebrow: line(),
    headline: line(80),
    intro: paragraph(),
    action: line(40),
    years: line(60),
    reviews: line(60),
    level: line(60),
    ages: line(20),
    welcome: line(60),
  }),
  // `ask` is on no page any more. Earlier releases need it.
  services: v.strictObject({ title: line(80), intro: paragraph(), book: line(40), ask: line(40), banner: line(80) }),
  about: v.strictObject({
    title: line(80),
    text: paragraphs,
    bow: line(),
    years: line(60),
    reviews: line(60),
    students: line(60),
    safety: line(60),
    places: line(80),
    mobile: line(60),
    mobileHow: line(80),
    mobileWhere: line(120),
  }),
  call: v.strictObject({ title: line(80), text: paragraph(), action: line(40) }),
  contact: v.strictObject({
    title: line(80),
    intro: paragraph(),
    response: line(),
    send: line(40),
    offline: paragraph(),
    sent: paragraph(),
    duplicate: paragraph(),
  }),
  footer: v.strictObject({
    where: paragraph(),
    reviews: line(40),
    photos: line(40),
    videos: line(40),
    privacy: line(40),
    terms: line(40),
    credit: line(80),
  }),
})

/** One version of the public page. */
export const websiteContent = v.strictObject({
  facts: websiteFacts,
  texts: websiteTexts,
  sections: v.optional(websiteSections, shippedSections.sections),
  faq: v.optional(websiteFaq, shippedSections.faq),
  testimonials: v.optional(websiteTestimonials, shippedSections.testimonials),
  legal: v.optional(websiteLegal, shippedLegal),
  pictures: v.optional(websitePictures, shippedPictures.pictures),
  gallery: v.optional(websiteGallery, shippedPictures.gallery),
  logo: v.optional(v.nullable(websiteLogo), null),
  colors: v.optional(v.nullable(websiteColors), null),
})
export type WebsiteContent = v.InferOutput<typeof websiteContent>

/** The values for parts that are newer than stored content. */
const added = { ...shippedSections, legal: shippedLegal, ...shippedPictures, logo: null, colors: null }
type Added = keyof typeof added
type Place = WebsiteContent['facts']['places'][number]
type Hours = WebsiteContent['facts']['hours']
/** Content as earlier releases stored it. */
export type StoredContent = Omit<WebsiteContent, Added | 'facts'> &
  Partial<Pick<WebsiteContent, Added>> & {
    facts: Omit<WebsiteContent['facts'], 'places' | 'hours'> & {
      hours: Omit<Hours, 'seasons'> & Partial<Hours>
      places: readonly (Omit<Place, 'directions'> & Partial<Place>)[]
    }
  }

/** Stored content with what it lacks, as shipped. */
export const completed = ({ facts, ...content }: StoredContent): WebsiteContent => ({
  ...added,
  ...content,
  sections: withEverySection(content.sections ?? added.sections),
  facts: {
    ...facts,
    // In the order of the schema, on which the key of a rendered page depends.
    hours: { ...facts.hours, seasons: facts.hours.seasons ?? [] },
    places: facts.places.map((place) => ({ ...place, directions: place.directions ?? '' })),
  },
})
