import type { PageCard } from '@app/contracts/website/page-texts'
import { renderedSite } from '#content/rendered-site'

/** Content and position make the key, so a changed card remounts and unchanged cards stay. */
export const cardKey = ({ icon, title, description, cta }: PageCard, at: number) =>
  [at, icon, title, description, cta.type, cta.label, cta.value].join('\n')

const keysOf = (cards: readonly PageCard[]) => cards.map(cardKey).join('\n\n')

/** True if the page was rendered with these cards. */
export const isBuiltWith = (cards: readonly PageCard[]) => keysOf(cards) === keysOf(renderedSite.cards)
