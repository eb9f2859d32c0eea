import { cardTitle } from '@app/contracts/card-title'
import seededCards from '@app/contracts/service-cards.json'
import { completed, type StoredContent } from '@app/contracts/website/content'
import type { PageCard, PageCards } from '@app/contracts/website/page-texts'
import shipped from '@app/contracts/website/shipped.json'

type SeededCard = PageCard & { price?: number }
const cards = seededCards as readonly SeededCard[]

/** Version 0 of the page. */
export const shippedContent = completed(shipped as StoredContent)

/** The cards that the page was built with. */
export const builtCards: PageCards = {
  cards: cards.map(({ icon, title, price, description, cta }) => ({
    icon,
    title: cardTitle(title, price),
    description,
    cta,
  })),
  prices: Object.fromEntries(cards.flatMap(({ icon, price }) => (price === undefined ? [] : [[icon, price]]))),
}
