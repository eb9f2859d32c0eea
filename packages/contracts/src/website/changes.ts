import type { ColorScheme, ColorToken } from './colors'
import type { WebsiteContent } from './content'
import type { LegalName } from './page-files'
import type { PicturePlace } from './pictures'
import { namesIn, placeholders } from './placeholders'
import { factsOverTheYear } from './school-facts'
import type { SectionName } from './sections'

/** Titles of the parts and fields of the content for staff, in the order of the editor. */
export const factTitles = {
  name: 'Name',
  tagline: 'Tagline',
  phone: 'Phone number',
  phoneNote: 'Note on the phone number',
  email: 'Email address',
  responseHours: 'Response time in hours',
  'hours.days': 'Days',
  'hours.opens': 'Opens',
  'hours.closes': 'Closes',
  'hours.exceptions': 'Closures and other hours',
  'hours.seasons': 'Seasons',
  places: 'Places',
  area: 'Area of mobile instruction',
  'state.name': 'State',
  'state.code': 'State code',
  minimumAge: 'Minimum age',
  level: 'Certification of instructors',
  'statistics.years': 'Years of training',
  'statistics.reviews': 'Five-star reviews',
  'statistics.students': 'Students trained',
  'statistics.since': 'Students trained since',
  'statistics.safety': 'Safety record',
  'links.booking': 'Booking page',
  'links.reviews': 'Reviews page',
  'links.photos': 'Photos page',
  'links.videos': 'Videos page',
  'links.privacy': 'Privacy policy',
  'links.terms': 'Terms',
  'links.credit': 'Credit',
} as const
type FactPath = keyof typeof factTitles

export const textParts = {
  hero: {
    title: 'Top of the page',
    fields: {
      eyebrow: 'Line above the headline',
      headline: 'Headline',
      intro: 'Introduction',
      action: 'Booking button',
      years: 'Under the years',
      reviews: 'Under the reviews',
      level: 'Under the certification',
      ages: 'Ages',
      welcome: 'Under the ages',
    },
  },
  services: {
    title: 'Services',
    fields: {
      title: 'Heading',
      intro: 'Introduction',
      book: 'Button of a card',
      banner: 'Banner button',
    },
  },
  about: {
    title: 'About',
    fields: {
      title: 'Heading',
      text: 'Text',
      bow: 'Caption of the bow',
      years: 'Under the years',
      reviews: 'Under the reviews',
      students: 'Under the students',
      safety: 'Under the safety record',
      places: 'Heading of the places',
      mobile: 'Mobile instruction: where',
      mobileHow: 'Mobile instruction: what',
      mobileWhere: 'Mobile instruction: area',
    },
  },
  call: { title: 'Final call', fields: { title: 'Heading', text: 'Text', action: 'Booking button' } },
  contact: {
    title: 'Contact',
    fields: {
      title: 'Heading',
      intro: 'Introduction',
      response: 'Response promise',
      send: 'Send button',
      sent: 'After a message was sent',
      duplicate: 'After a message was sent twice',
      offline: 'Without JavaScript',
    },
  },
  footer: {
    title: 'Footer',
    fields: {
      where: 'Hours and towns',
      reviews: 'Reviews link',
      photos: 'Photos link',
      videos: 'Videos link',
      privacy: 'Privacy link',
      terms: 'Terms link',
      credit: 'Credit link',
    },
  },
  search: {
    title: 'Search engines and link previews',
    fields: { title: 'Title', description: 'Description', image: 'Text for the preview image' },
  },
} as const
export type TextPart = keyof typeof textParts

/** The sections that can be moved and hidden. */
export const sectionTitles: Record<SectionName, string> = {
  services: 'Services',
  about: 'About',
  instructors: 'Instructors',
  gallery: 'Gallery',
  testimonials: 'Testimonials',
  faq: 'Questions and answers',
  call: 'Final call, with the next lessons',
}

export const pictureTitles: Record<PicturePlace, string> = { hero: 'Photo at the top', about: 'Photo of About' }

export const legalTitles: Record<LegalName, string> = { privacy: 'Privacy policy', terms: 'Terms' }

export const colorTitles: Record<ColorToken, string> = {
  paper: 'Background',
  ink: 'Text',
  primary: 'Links and buttons',
  accent: 'Booking button',
  woods: 'Footer',
}
export const schemeTitles: Record<ColorScheme, string> = { light: 'by day', dark: 'by night' }

const listTitles: Record<string, string> = {
  'legal.privacy': legalTitles.privacy,
  'legal.terms': legalTitles.terms,
  sections: 'Order of the sections',
  'pictures.hero': pictureTitles.hero,
  'pictures.about': pictureTitles.about,
  logo: 'Logo',
  colors: 'Colors',
  'gallery.title': 'Gallery: Heading',
  'gallery.items': 'Gallery',
  'faq.title': 'Questions and answers: Heading',
  'faq.items': 'Questions and answers',
  'testimonials.title': 'Testimonials: Heading',
  'testimonials.items': 'Testimonials',
}

/** `Phone number`, `Top of the page: Headline`. A part of a fact has the title of the fact. */
export function titleOfPath(path: string): string {
  const [root, part = '', field = ''] = path.split('.')
  if (root === 'prices') return 'Price'
  if (root === 'texts') {
    const about = textParts[part as TextPart]
    const fields: Record<string, string> = about?.fields ?? {}
    return about ? `${about.title}: ${fields[field] ?? field}` : path
  }
  if (root === 'colors' && part) return `${colorTitles[part as ColorToken]}, ${schemeTitles[field as ColorScheme]}`
  const [, index] = /^faq\.items\.(\d+)\./.exec(path) ?? []
  if (index !== undefined) return `Question ${Number(index) + 1}`
  const [, picture] = /^gallery\.items\.(\d+)$/.exec(path) ?? []
  if (picture !== undefined) return `Gallery: Photo ${Number(picture) + 1}`
  if (listTitles[path]) return listTitles[path]
  const titles: Record<string, string> = factTitles
  return titles[`${part}.${field}`] ?? titles[part] ?? path
}

/** A value of the content that differs, by its path (`facts.phone`, `texts.hero.headline`). */
export type WebsiteChange = { path: string; before: unknown; after: unknown }

/** A picture has an id, and is one value. */
const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('id' in value)
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** The differences between two versions, in the order of the content. A list is one value. */
export function changesBetween(before: WebsiteContent, after: WebsiteContent): WebsiteChange[] {
  const found: WebsiteChange[] = []
  const compare = (old: Record<string, unknown>, now: Record<string, unknown>, path: string) => {
    for (const name of Object.keys(now)) {
      const a = old[name]
      const b = now[name]
      const at = path ? `${path}.${name}` : name
      if (isGroup(a) && isGroup(b)) compare(a, b, at)
      else if (!same(a, b)) found.push({ path: at, before: a, after: b })
    }
  }
  compare(before, after, '')
  return found
}

/** Every text of the content, by its path. */
export const textsOf = ({ texts, faq, testimonials, gallery }: WebsiteContent): [path: string, text: string][] => [
  ...Object.entries(texts).flatMap(([part, group]) =>
    Object.entries(group).map(([name, text]): [string, string] => [`texts.${part}.${name}`, text]),
  ),
  ['gallery.title', gallery.title],
  ['testimonials.title', testimonials.title],
  ['faq.title', faq.title],
  ...faq.items.flatMap(({ question, answer }, at): [string, string][] => [
    [`faq.items.${at}.question`, question],
    [`faq.items.${at}.answer`, answer],
  ]),
]

/** The values of a placeholder over the year. */
const valuesOf = ({ facts }: WebsiteContent, { of }: (typeof placeholders)[string]) =>
  new Set(factsOverTheYear(facts).map(of))

/** The texts that a fact is used in: those with a placeholder whose value depends on it. */
export function usesOf(content: WebsiteContent, changed: WebsiteContent): string[] {
  const depends = Object.entries(placeholders)
    .filter(([, each]) => !same([...valuesOf(content, each)], [...valuesOf(changed, each)]))
    .map(([name]) => name)
  return textsOf(changed)
    .filter(([, text]) => namesIn(text).some((name) => depends.includes(name)))
    .map(([path]) => path)
}

/** Facts by which visitors reach the school, in every mail. */
const contactFacts = ['name', 'phone', 'email', 'links.booking'] as const satisfies FactPath[]
const paths: ReadonlySet<string> = new Set(contactFacts.map((name) => `facts.${name}`))

/** The titles of those facts that changes are about: `Phone number`. */
export const contactChanges = (changes: readonly Pick<WebsiteChange, 'path'>[]): string[] =>
  changes.flatMap(({ path }) => (paths.has(path) ? [titleOfPath(path)] : []))
