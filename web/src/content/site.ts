import { cardTitle } from '@app/contracts/card-title'
import seededCards from '@app/contracts/service-cards.json'
import type { SiteCard } from '@app/contracts/site'
import { formatTime } from './format-time'

/**
 * The texts and facts of the site: edit them here. Each figure, price, hour and address is written once and reused. The
 * six cards come from the seed file of the `service_cards` table. Domains and phone number are reserved examples;
 * replace them with the real ones.
 */
const name = 'Valley Oak Archery'
const origin = 'https://archery.example'
const email = 'hello@archery.example'
const phone = { text: '(916) 555-0142', href: 'tel:+19165550142', note: 'Text us during business hours' }
const hours = { days: ['Saturday', 'Sunday'], opens: '09:00', closes: '14:00' } as const
const responseHours = 24
const minimumAge = 8
const years = '8+'
const reviews = '99+'
const students = { count: '15,000+', since: 2017 } as const
const safety = '100%'
const level = 'Level 2'
const towns = ['Roseville', 'Sacramento'] as const
const areaServed = `greater ${towns[1]} area`

const days = hours.days.join(' and ')
const times = `${formatTime(hours.opens)} to ${formatTime(hours.closes)}`
const when = `${days}, ${times}`
const region = `${towns.join(' and ')}, California`

export const site = {
  name,
  tagline: 'Archery school',
  /** Canonical origin, without a trailing slash. */
  origin,
  title: `${name} - archery lessons in ${towns.join(' and ')}`,
  description: `Archery lessons, birthday parties, team building and bow building in ${region}. Certified instructors, all equipment provided, ages ${minimumAge} and up.`,
  /** Alternative text of the link preview image. */
  shareImage: 'A child draws a bow below an oak; a target stands in the sky for the sun.',
  email,
  phone,
  hours: { ...hours, text: { days, times } },
  response: `We respond within ${responseHours} hours.`,
  responseHours,
  region,
  booking: 'https://booking.example.com/valley-oak-archery',
} as const

/** The sections linked from header and footer. */
export const sections = [
  { id: 'services', label: 'Services' },
  { id: 'about', label: 'About' },
  { id: 'contact', label: 'Contact' },
] as const

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

export const hero = {
  id: 'top',
  eyebrow: `${towns.join(' & ')}, California`,
  headline: 'Find your aim under the oaks',
  intro: `Small classes, patient ${level} certified instructors and every bow, arrow and armguard you need. Come as a beginner, leave hitting the target.`,
  action: 'Book Archery Lessons',
  stats: [
    { figure: years, label: 'years of archery training' },
    { figure: reviews, label: 'five-star Google reviews' },
    { figure: level, label: 'USA Archery certified' },
    { figure: 'All ages', label: `${minimumAge}+ welcome` },
  ],
} as const

/** A card in the Services section; its call to action is a link or an email address. */
export type ServiceCard = Omit<SiteCard, 'id'>

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

export const servicesIntro = {
  title: (cards: number) => `${numbers[cards] ?? cards} ${cards === 1 ? 'way' : 'ways'} to draw a bow`,
  intro: 'All equipment is provided, and an instructor is at your side from the first arrow on.',
  book: 'Book Here',
  ask: 'Ask about this',
  banner: 'Book Your Archery School Experience',
} as const

/** The seeded cards, shown until the published ones have loaded. */
export const serviceCards: readonly ServiceCard[] = (seededCards as readonly (ServiceCard & { price?: number })[]).map(
  ({ icon, title, price, description, cta }) => ({ icon, title: cardTitle(title, price), description, cta }),
)

export type Topic = ServiceCard['icon']

/** The interest that "Ask about this" selects in the contact form. */
export const interestOf: Record<Topic, string> = {
  lessons: 'Lessons',
  school: 'Other',
  party: 'Birthday Party',
  team: 'Corporate Event',
  bow: 'Bow Building',
  league: 'Leagues',
}
export const topics = Object.keys(interestOf) as Topic[]

/** The anchor of the contact form with a topic selected; it works before hydration and in shared links. */
export const askId = (topic: Topic) => `ask-${topic}`

export const about = {
  title: 'Taught by people who build bows',
  paragraphs: [
    `Our instructors are certified by USA Archery (${level}), and they are bowyers, too: they know the bow in your hand from the stave up. Since ${students.since} they have trained more than ${students.count.replace('+', '')} students, from children of ${minimumAge} to grandparents, with a ${safety} safety record.`,
    `Every session includes safety instruction, equipment fitting and supervised practice. Class sizes are small, all equipment is provided, and everyone aged ${minimumAge} and up is welcome.`,
  ],
  bow: {
    caption: 'A longbow, the way we build it',
    parts: ['tip and nock', 'limb', 'grip', 'string', 'fistmele: a fist with the thumb up'],
  },
  areaServed,
  placesTitle: 'Where to find us',
  map: `Map: ${towns[0]} lies north-east of ${towns[1]}, on the other side of the American River.`,
  places: [
    { name: towns[0], place: 'at the farmers market', when, venue: true },
    { name: towns[1], place: 'at the park', when, venue: true },
    { name: 'Your place', place: 'mobile instruction', when: `Across the ${areaServed}`, venue: false },
  ],
  stats: [
    { figure: years, label: 'years of instruction' },
    { figure: reviews, label: '5-star reviews' },
    { figure: students.count, label: `students trained since ${students.since}` },
    { figure: safety, label: 'safety record' },
  ],
} as const

export const finalCall = {
  title: 'Your first arrow is closer than you think',
  text: `Lessons every ${when}. Bring comfortable shoes; we bring the rest.`,
  action: 'Book Archery Lessons',
} as const

/** The coming lessons that staff mark as public. */
export const nextLessons = {
  title: 'Next lessons',
  full: 'full',
} as const

export const contact = {
  title: 'Get in touch',
  intro: 'Questions about lessons, a party or a team event? Write to us.',
  legend: 'Your inquiry',
  choose: 'Choose an interest',
  honeypot: 'Leave this field empty',
  send: 'Send Message',
  sending: 'submitting...',
  progress: 'Sending your message...',
  offline: `Sending this form needs JavaScript. You can also write to ${email} or call ${phone.text}.`,
  sent: {
    title: 'Message Sent',
    text: `Thank you. We respond within ${responseHours} hours.`,
    again: 'Send another message',
  },
  duplicate: {
    title: 'Message Already Received',
    text: `We have already received your inquiry and will respond within ${responseHours} hours.`,
    again: 'Submit a different inquiry',
  },
  error: {
    title: 'Submission Error',
    general: 'An error occurred while submitting the form.',
    network: 'Network error. Please try again.',
    advice: 'Please try again, or contact us directly at',
  },
} as const

export const footer = {
  where: `${when}. ${region}.`,
  quickLinks: 'Quick links',
  top: 'Back to Top',
  floating: 'Scroll to top',
  elsewhere: 'Find us elsewhere',
  social: [
    { icon: 'reviews', label: 'Reviews', href: 'https://reviews.example.com/valley-oak-archery' },
    { icon: 'photos', label: 'Photos', href: 'https://photos.example.com/valley-oak-archery' },
    { icon: 'videos', label: 'Videos', href: 'https://videos.example.com/valley-oak-archery' },
  ],
  legal: [
    { label: 'Privacy Policy', href: 'https://legal.example.com/valley-oak-archery/privacy' },
    { label: 'Terms', href: 'https://legal.example.com/valley-oak-archery/terms' },
  ],
  credit: { label: 'Made with care by Example Studio', href: 'https://studio.example.com' },
} as const
