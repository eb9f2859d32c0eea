import { type ServiceCard, serviceCards } from '#content/site'

/** Content and position make the key, so a changed card remounts and unchanged cards stay. */
export const cardKey = ({ icon, title, description, cta }: ServiceCard, at: number) =>
  [at, icon, title, description, cta.type, cta.label, cta.value].join('\n')

const keysOf = (cards: readonly ServiceCard[]) => cards.map(cardKey).join('\n\n')

/** Whether the prerendered page shows these cards. */
export const isBuiltWith = (cards: readonly ServiceCard[]) => keysOf(cards) === keysOf(serviceCards)
