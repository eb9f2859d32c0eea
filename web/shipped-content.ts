import { cardTitle } from '@app/contracts/card-title'
import seededCards from '@app/contracts/service-cards.json' with { type: 'json' }
import { completed, type StoredContent } from '@app/contracts/website/content'
import { islandTexts, type PageCard, type PageCards, pageTexts } from '@app/contracts/website/page-texts'
import shipped from '@app/contracts/website/shipped.json' with { type: 'json' }
import type { Plugin } from 'vite'

type SeededCard = PageCard & { price?: number }

/** The seeded cards, as the page shows them. */
const cards: PageCards = {
  cards: (seededCards as readonly SeededCard[]).map(({ icon, title, price, description, cta }) => ({
    icon,
    title: cardTitle(title, price),
    description,
    cta,
  })),
  prices: Object.fromEntries(
    (seededCards as readonly SeededCard[]).flatMap(({ icon, price }) => (price === undefined ? [] : [[icon, price]])),
  ),
}
// The schema of the content checks what is stored; the shipped content is checked by a test.
const content = completed(shipped as StoredContent)

const modules: Record<string, () => string> = {
  // Shipped hours have neither exceptions nor seasons, so that no day matters.
  'virtual:shipped-site': () => `export const shippedSite = ${JSON.stringify(islandTexts(content, cards, ''))}`,
  'virtual:shipped-page': () => `export const shippedPage = ${JSON.stringify(pageTexts(content, cards, ''))}`,
}

/** The shipped content with its placeholders filled in at build time, so that the page loads no more than it shows. */
export const shippedContent = (): Plugin => ({
  name: 'shipped-content',
  resolveId: (id) => (id in modules ? `\0${id}` : undefined),
  load: (id) => modules[id.replace('\0', '')]?.(),
})
