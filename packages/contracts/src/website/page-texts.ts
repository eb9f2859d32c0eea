import type { SiteAnnouncement, SiteCard, SiteLesson } from '../site'
import type { WebsiteContent } from './content'
import type { WebsiteFacts } from './facts'
import { builtOrigin, legalPath } from './page-files'
import type { UploadedPicture } from './pictures'
import { fillIn, listText, openTimes, type Prices, phoneHref, timeText } from './placeholders'
import { comingHours, dayText, factsOn, openingPeriods, type SchoolFacts } from './school-facts'
import type { SectionName, WebsiteSections } from './sections'

/** A card of the page; its id is the record's. */
export type PageCard = Omit<SiteCard, 'id'>

/** Content of the page from elsewhere: the published cards, and their prices. */
export type PageCards = { cards: readonly PageCard[]; prices: Prices }

/** A card whose texts may name facts, as visitors read it. */
export const filledCard = <Card extends PageCard>(card: Card, { facts, prices }: SchoolFacts): Card => ({
  ...card,
  title: fillIn(card.title, facts, prices),
  description: fillIn(card.description, facts, prices),
})

/** An instructor as visitors see one: `Certification: Level 2`, or nothing once the certificate has ended. */
export type PageInstructor = {
  name: string
  certificate: string
  photo: Pick<UploadedPicture, 'id' | 'width' | 'height'> | null
}

/** Texts that change from day to day, in the HTML as well: nothing else tells a visitor without JavaScript that the school is closed. */
export type PageNews = {
  announcements: readonly SiteAnnouncement[]
  lessons: readonly SiteLesson[]
  instructors: readonly PageInstructor[]
}
export const noNews: PageNews = { announcements: [], lessons: [], instructors: [] }

/** `Dec 26: closed (holiday)`. */
const exceptionText = ({ date, opens, closes, note }: WebsiteFacts['hours']['exceptions'][number]) =>
  `${dayText(date)}: ${opens ? `${timeText(opens)} to ${timeText(closes)}` : 'closed'}${note ? ` (${note})` : ''}`

/** A section that is on the page once it has something. */
const isList = (name: SectionName): name is 'faq' | 'testimonials' | 'gallery' =>
  name === 'faq' || name === 'testimonials' || name === 'gallery'

const hiddenIn = (sections: WebsiteSections) => sections.filter(({ hidden }) => hidden).map(({ name }) => name)

/**
 * The texts of the parts of the page that are hydrated: the browser loads it.
 *
 * @param today as for `pageTexts`
 */
export function islandTexts(
  { facts: published, texts, sections, logo }: WebsiteContent,
  { cards, prices }: PageCards,
  today: string,
  { announcements, lessons }: PageNews = noNews,
) {
  const facts = factsOn(published, today)
  const fill = (text: string) => fillIn(text, facts, prices)
  const shownCards: readonly PageCard[] = cards.map((card) => filledCard(card, { facts, prices }))
  const { title, intro, book, banner } = texts.services
  const { send, offline, sent, duplicate } = texts.contact
  return {
    name: facts.name,
    logo,
    booking: facts.links.booking,
    phone: { text: facts.phone, href: phoneHref(facts.phone) },
    services: { title: fill(title), intro: fill(intro), book: fill(book), banner: fill(banner) },
    contact: { send: fill(send), offline: fill(offline), sent: fill(sent), duplicate: fill(duplicate) },
    cards: shownCards,
    hidden: hiddenIn(sections),
    places: facts.places.map(({ town, place, map }) => ({ town, place, map })),
    announcements,
    lessons,
  }
}
export type IslandTexts = ReturnType<typeof islandTexts>

/**
 * The rest of the page, which stays as it is rendered.
 *
 * @param today the day (`YYYY-MM-DD`) whose hours it tells; exceptions and seasons before it are left out
 * @param origin the address of the site, without a trailing slash
 */
export function pageTexts(
  content: WebsiteContent,
  { prices }: PageCards,
  today: string,
  origin: string = builtOrigin,
  { announcements, instructors }: PageNews = noNews,
) {
  const { texts, testimonials, faq, gallery } = content
  const facts = factsOn(content.facts, today)
  const fill = (text: string) => fillIn(text, facts, prices)
  const { statistics, links, hours } = facts
  const { search, hero, about, call, contact, footer } = texts
  const exceptions = hours.exceptions.filter(({ date }) => date >= today).toSorted((a, b) => (a.date < b.date ? -1 : 1))
  const when = fill('{hours}')
  const isFilled = (name: SectionName) =>
    name === 'instructors' ? instructors.length > 0 : !isList(name) || content[name].items.length > 0
  return {
    origin,
    name: facts.name,
    tagline: facts.tagline,
    email: facts.email,
    phone: { text: facts.phone, href: phoneHref(facts.phone), note: facts.phoneNote },
    hours: {
      periods: openingPeriods(content.facts.hours, today),
      exceptions,
      text: {
        days: listText(hours.days),
        times: openTimes(facts),
        coming: comingHours(content.facts.hours, today),
        exceptions: exceptions.map(exceptionText),
      },
    },
    state: facts.state,
    area: facts.area,
    booking: links.booking,
    search: { title: fill(search.title), description: fill(search.description), image: fill(search.image) },
    hero: {
      eyebrow: fill(hero.eyebrow),
      headline: fill(hero.headline),
      intro: fill(hero.intro),
      action: fill(hero.action),
      stats: [
        { figure: statistics.years.value, label: fill(hero.years) },
        { figure: statistics.reviews.value, label: fill(hero.reviews) },
        { figure: facts.level, label: fill(hero.level) },
        { figure: fill(hero.ages), label: fill(hero.welcome) },
      ],
    },
    about: {
      title: fill(about.title),
      paragraphs: fill(about.text)
        .split(/\n\s*\n/)
        .map((text) => text.trim()),
      bow: fill(about.bow),
      placesTitle: fill(about.places),
      places: [
        ...facts.places.map(({ town, place, map, directions }) => ({
          name: town,
          place,
          when,
          map,
          directions,
          isVenue: true,
        })),
        {
          name: fill(about.mobile),
          place: fill(about.mobileHow),
          when: fill(about.mobileWhere),
          map: '',
          directions: '',
          isVenue: false,
        },
      ],
      stats: [
        { figure: statistics.years.value, label: fill(about.years) },
        { figure: statistics.reviews.value, label: fill(about.reviews) },
        { figure: statistics.students.value, label: fill(about.students) },
        { figure: statistics.safety.value, label: fill(about.safety) },
      ],
    },
    sections: content.sections.filter(({ name, hidden }) => !hidden && isFilled(name)).map(({ name }) => name),
    hidden: hiddenIn(content.sections),
    pictures: content.pictures,
    logo: content.logo,
    colors: content.colors,
    gallery: { title: fill(gallery.title), items: gallery.items },
    testimonials: { title: fill(testimonials.title), items: testimonials.items },
    faq: {
      title: fill(faq.title),
      items: faq.items.map(({ question, answer }) => ({ question: fill(question), answer: fill(answer) })),
    },
    call: { title: fill(call.title), text: fill(call.text), action: fill(call.action) },
    contact: { title: fill(contact.title), intro: fill(contact.intro), response: fill(contact.response) },
    footer: {
      where: fill(footer.where),
      social: (['reviews', 'photos', 'videos'] as const).map((icon) => ({
        icon,
        label: fill(footer[icon]),
        href: links[icon],
      })),
      small: (['privacy', 'terms', 'credit'] as const).map((name) => ({
        name,
        label: fill(footer[name]),
        href: name !== 'credit' && content.legal[name] ? legalPath(name) : links[name],
      })),
    },
    legal: content.legal,
    announcements,
    instructors,
  }
}
export type PageTexts = ReturnType<typeof pageTexts>

/** The input of the renderer of the build. */
export type PageRequest = WebsiteContent & {
  cards: PageCards
  news?: PageNews
  /** `YYYY-MM-DD` at the school. */
  today: string
  /** The address of the site; that of the build if it is left out. */
  origin?: string
  /** Without its program; follows the scheme of the browser unless one is given. */
  preview?: { scheme: 'light' | 'dark' | undefined }
}
