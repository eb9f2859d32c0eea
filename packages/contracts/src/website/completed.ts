import type { WebsiteContent } from './content'
import { shippedLegal } from './legal'
import { shippedPictures } from './pictures'
import { shippedSections, withEverySection } from './sections'

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
