import type { CardIcon } from '@app/contracts/site'

/**
 * Texts of the public page that belong to its program: labels for screen readers, states of the form, anchors. What the school says
 * is in `packages/contracts/src/website/shipped.json` until it publishes its own (`shown-site.ts`).
 */

/** The sections linked from header and footer. */
const sections = [
  { id: 'services', label: 'Services' },
  { id: 'about', label: 'About' },
  { id: 'contact', label: 'Contact' },
] as const

/** Those of them that the page shows. */
export const sectionsWithout = (hidden: readonly string[]) => sections.filter(({ id }) => !hidden.includes(id))

/** The anchor of the hero. */
export const topId = 'top'

export const navigation = {
  book: 'Book Lessons',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  skip: 'Skip to content',
} as const

/** Labels of the announcements that staff publish in the dashboard. */
export const announcements = {
  label: 'Announcements',
  kinds: { closed: 'Closed', special: 'Special class', info: 'Notice' },
  all: 'Show all',
  less: 'Show less',
  dismiss: 'Dismiss',
} as const

const numbers = [
  'The',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
  'Eleven',
  'Twelve',
]

/** The heading of the cards, with their number in words. */
export const servicesTitle = (title: string, cards: number) =>
  title.replace('{ways}', `${numbers[cards] ?? cards} ${cards === 1 ? 'way' : 'ways'}`)

/** The interest that a link about a service selects in the contact form. */
export const interestOf: Record<CardIcon, string> = {
  lessons: 'Lessons',
  school: 'Other',
  party: 'Birthday Party',
  team: 'Corporate Event',
  bow: 'Bow Building',
  league: 'Leagues',
}
export const topics = Object.keys(interestOf) as CardIcon[]

/** The anchor of the contact form with a topic selected; it works before hydration and in shared links. */
export const askId = (topic: CardIcon) => `ask-${topic}`

/** The coming lessons that staff mark as public. */
export const nextLessons = {
  title: 'Next lessons',
  full: 'Full',
  noPrice: 'Free of charge',
  free: (count: number) => (count === 1 ? '1 free seat' : `${count} free seats`),
  map: 'Map',
  ask: 'Ask for a seat',
  wait: 'Ask for the waiting list',
  more: 'More dates',
  /** The beginning of the message in the contact form. */
  seat: (lesson: string) => `I would like a seat in ${lesson}.`,
  waiting: (lesson: string) => `Please put me on the waiting list of ${lesson}.`,
} as const

export const contact = {
  legend: 'Your inquiry',
  choose: 'Choose an interest',
  optional: 'Optional',
  honeypot: 'Leave this field empty',
  sending: 'submitting...',
  progress: 'Sending your message...',
  sent: { title: 'Message Sent', again: 'Send another message' },
  duplicate: { title: 'Message Already Received', again: 'Submit a different inquiry' },
  error: {
    title: 'Submission Error',
    general: 'An error occurred while submitting the form.',
    network: 'Network error. Please try again.',
    advice: 'Please try again, or contact us directly at',
  },
} as const
