import type { WebsiteContent } from './content'
import { shippedSections } from './sections'

type Added = keyof typeof shippedSections
type Place = WebsiteContent['facts']['places'][number]
/** Content as earlier releases stored it. */
export type StoredContent = Omit<WebsiteContent, Added | 'facts'> &
  Partial<Pick<WebsiteContent, Added>> & {
    facts: Omit<WebsiteContent['facts'], 'places'> & {
      places: readonly (Omit<Place, 'directions'> & Partial<Place>)[]
    }
  }

/** Stored content with what it lacks, as shipped. */
export const completed = ({ facts, ...content }: StoredContent): WebsiteContent => ({
  ...shippedSections,
  ...content,
  facts: { ...facts, places: facts.places.map((place) => ({ ...place, directions: place.directions ?? '' })) },
})
