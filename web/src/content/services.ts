import seededCards from '@app/contracts/service-cards.json'

export type ServiceIcon = 'lessons' | 'school' | 'party' | 'team' | 'bow' | 'league'

/** A card of the services grid; its call to action is a page to open or an address to write to. */
export type ServiceCard = {
  icon: ServiceIcon
  title: string
  description: string
  cta: { type: 'link' | 'email'; label: string; value: string }
}

export const servicesIntro = {
  title: 'Ways to shoot with us',
  intro: 'All equipment is provided, and an instructor is at your side from the first arrow on.',
  card: 'Book Here',
  banner: 'Book Your Archery School Experience',
} as const

/** The cards a new database starts with, too: what the page shows before, and without, an answer of the services. */
export const serviceCards = seededCards as readonly ServiceCard[]
