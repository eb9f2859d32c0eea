import { site } from './site'

export type ServiceIcon = 'lessons' | 'school' | 'party' | 'team' | 'bow' | 'league'

/** A card of the services grid; its call to action is a page to open or an address to write to. */
export type ServiceCard = {
  icon: ServiceIcon
  title: string
  description: string
  cta: { type: 'link' | 'email'; label: string; value: string }
}

const events = 'https://events.example.com/valley-oak-archery'

export const servicesIntro = {
  title: 'Ways to shoot with us',
  intro: 'All equipment is provided, and an instructor is at your side from the first arrow on.',
  card: 'Book Here',
  banner: 'Book Your Archery School Experience',
} as const

export const serviceCards: readonly ServiceCard[] = [
  {
    icon: 'lessons',
    title: 'Archery Lessons Near Me',
    description: 'Learn stance, draw and release in small groups, at your own pace, every Saturday and Sunday.',
    cta: { type: 'link', label: 'See lesson dates', value: `${events}/lessons` },
  },
  {
    icon: 'school',
    title: 'Charter School Activities',
    description: 'A hands-on program of sport, focus and safety for charter school students aged 8 and up.',
    cta: { type: 'link', label: 'See school programs', value: `${events}/charter-schools` },
  },
  {
    icon: 'party',
    title: 'Birthday Parties at $350',
    description: 'A 60-minute party with an instructor, games and all equipment. You only bring the cake.',
    cta: { type: 'email', label: 'Plan a party by email', value: site.email },
  },
  {
    icon: 'team',
    title: 'Corporate Team Building Events',
    description: 'Friendly matches and shared aims for teams, at our range or at a place of your choice.',
    cta: { type: 'email', label: 'Plan an event by email', value: site.email },
  },
  {
    icon: 'bow',
    title: 'Bow Building Classes',
    description: 'Shape, tiller and finish a bow of your own, guided by working bowyers.',
    cta: { type: 'email', label: 'Ask for a class by email', value: site.email },
  },
  {
    icon: 'league',
    title: 'Archery Leagues and Competitions',
    description: 'Keep score, meet other archers and grow from your first league night to competition.',
    cta: { type: 'link', label: 'See league dates', value: `${events}/leagues` },
  },
]
