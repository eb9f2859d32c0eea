/**
 * Everything the site says about the school: edit it here. Addresses end in the reserved `example` domains and the
 * phone number is of the reserved 555-01xx range; put the real ones in their place.
 */
const name = 'Valley Oak Archery'
const phone = { text: '(916) 555-0142', href: 'tel:+19165550142' }
const email = 'hello@archery.example'

export const site = {
  name,
  tagline: 'Archery school',
  title: `${name} - archery lessons in Roseville and Sacramento`,
  description:
    'Archery lessons, birthday parties, team building and bow building in Roseville and Sacramento, California. Certified instructors, all equipment provided, ages 8 and up.',
  email,
  phone: { ...phone, note: 'Text us during business hours' },
  hours: { days: 'Saturday and Sunday', times: '9:00 AM to 2:00 PM' },
  response: 'We respond within 24 hours.',
  booking: 'https://booking.example.com/valley-oak-archery',
} as const

/** The sections of the home page that the header and the footer lead to. */
export const sections = [
  { id: 'services', label: 'Services' },
  { id: 'about', label: 'About' },
  { id: 'contact', label: 'Contact' },
] as const

export const hero = {
  id: 'top',
  eyebrow: 'Roseville & Sacramento, California',
  headline: 'Find your aim under the oaks',
  intro:
    'Small classes, patient Level 2 certified instructors and every bow, arrow and armguard you need. Come as a beginner, leave hitting the target.',
  action: 'Book Archery Lessons',
  stats: [
    { figure: '8+', label: 'years of archery training' },
    { figure: '99+', label: 'five-star Google reviews' },
    { figure: 'Level 2', label: 'USA Archery certified' },
    { figure: 'All ages', label: '8+ welcome' },
  ],
} as const

export const about = {
  title: 'Taught by people who build bows',
  paragraphs: [
    'Our instructors hold the Level 2 certificate of the national body, and they are bowyers, too: they know the bow in your hand from the stave up. Since 2017 they have trained more than 15,000 students, from eight-year-olds to grandparents, with a 100% safety record.',
    'Every session includes safety instruction, equipment fitting and supervised practice. Class sizes are small, all equipment is provided, and everyone aged 8 and up is welcome.',
  ],
  placesTitle: 'Where to find us',
  places: [
    { name: 'Roseville', place: 'at the farmers market', when: 'Saturday and Sunday, 9:00 AM to 2:00 PM' },
    { name: 'Sacramento', place: 'at the park', when: 'Saturday and Sunday, 9:00 AM to 2:00 PM' },
    { name: 'Your place', place: 'mobile instruction', when: 'Across the greater Sacramento area' },
  ],
  stats: [
    { figure: '8+', label: 'years of instruction' },
    { figure: '99+', label: '5-star reviews' },
    { figure: '15,000+', label: 'students trained since 2017' },
    { figure: '100%', label: 'safety record' },
  ],
} as const

export const finalCall = {
  title: 'Your first arrow is closer than you think',
  text: 'Lessons every Saturday and Sunday, 9:00 AM to 2:00 PM. Bring comfortable shoes; we bring the rest.',
  action: 'Book Archery Lessons',
} as const

export const contact = {
  title: 'Get in touch',
  intro: 'Questions about lessons, a party or a team event? Write to us.',
} as const

export const footer = {
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
