import * as v from 'valibot'
import { priceText } from '../card-title'
import type { WebsiteFacts } from './facts'

/** The cards whose price a text may name, by the placeholder's word for them. */
export const pricedCards = {
  lessons: 'lessons',
  charter: 'school',
  birthday: 'party',
  team: 'team',
  bow: 'bow',
  leagues: 'league',
} as const
type PricedCard = (typeof pricedCards)[keyof typeof pricedCards]

/** Prices of the service cards, where they have one. They are stored in the cards and nowhere else. */
export type Prices = Readonly<Partial<Record<PricedCard, number>>>

/** `14:00` -> `2:00 PM`. */
export function timeText(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`
}

/** `A`, `A and B`, `A, B and C`. */
export function listText(items: readonly string[], last = 'and'): string {
  const [end = '', ...rest] = items.toReversed()
  return rest.length === 0 ? end : `${rest.toReversed().join(', ')} ${last} ${end}`
}

/** `(555) 010-0142` -> `tel:+15550100142`; a number without a country is an American one. */
export function phoneHref(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  return `tel:+${phone.startsWith('+') || digits.length > 10 ? digits : `1${digits}`}`
}

export const openTimes = ({ hours }: WebsiteFacts) => `${timeText(hours.opens)} to ${timeText(hours.closes)}`
const townsOf = ({ places }: WebsiteFacts) => places.map(({ town }) => town)

/** The values of the placeholders of texts. `{ways}` depends on the cards and is filled in where they are shown. */
export const placeholders: Readonly<Record<string, { title: string; of: (facts: WebsiteFacts) => string }>> = {
  name: { title: 'Name', of: ({ name }) => name },
  tagline: { title: 'Tagline', of: ({ tagline }) => tagline },
  phone: { title: 'Phone number', of: ({ phone }) => phone },
  email: { title: 'Email address', of: ({ email }) => email },
  response_hours: { title: 'Response time', of: ({ responseHours }) => String(responseHours) },
  minimum_age: { title: 'Minimum age', of: ({ minimumAge }) => String(minimumAge) },
  level: { title: 'Certification', of: ({ level }) => level },
  hours: { title: 'Days and hours', of: (facts) => `${listText(facts.hours.days)}, ${openTimes(facts)}` },
  days: { title: 'Days', of: ({ hours }) => listText(hours.days) },
  times: { title: 'Hours', of: openTimes },
  towns: { title: 'Towns', of: (facts) => listText(townsOf(facts)) },
  'towns:&': { title: 'Towns with an &', of: (facts) => listText(townsOf(facts), '&') },
  state: { title: 'State', of: ({ state }) => state.name },
  region: { title: 'Towns and state', of: (facts) => `${listText(townsOf(facts))}, ${facts.state.name}` },
  area: { title: 'Area', of: ({ area }) => area },
  years: { title: 'Years', of: ({ statistics }) => statistics.years.value },
  reviews: { title: 'Reviews', of: ({ statistics }) => statistics.reviews.value },
  students: { title: 'Students', of: ({ statistics }) => statistics.students.value },
  'students:count': {
    title: 'Students without +',
    of: ({ statistics }) => statistics.students.value.replace('+', ''),
  },
  since: { title: 'Year of the beginning', of: ({ statistics }) => statistics.since.value },
  safety: { title: 'Safety record', of: ({ statistics }) => statistics.safety.value },
}

const pattern = /\{([a-z_]+(?::[a-z&]+)?)\}/g
const cardOf = (name: string) => pricedCards[name.replace('price:', '') as keyof typeof pricedCards]
const isPrice = (name: string) => name.startsWith('price:') && cardOf(name) !== undefined

/** The names in braces of a text, in order. */
export const namesIn = (text: string): string[] => Array.from(text.matchAll(pattern), ([, name = '']) => name)

/** True if a text may use this placeholder. */
export const isPlaceholder = (name: string) => Object.hasOwn(placeholders, name) || isPrice(name) || name === 'ways'

/** Replaces placeholders, once: what a fact contains is never read as a placeholder. */
export const fillIn = (text: string, facts: WebsiteFacts, prices: Prices): string =>
  text.replace(pattern, (written, name: string) => {
    if (isPrice(name)) {
      const price = prices[cardOf(name)]
      return price === undefined ? '' : priceText(price)
    }
    return Object.hasOwn(placeholders, name) ? placeholders[name]!.of(facts) : written
  })

const unknownIn = (text: string) => namesIn(text).find((name) => !isPlaceholder(name))

/** A text whose names in braces all stand for facts. */
export const knownPlaceholders = (text: v.GenericSchema<string, string>) =>
  v.pipe(
    text,
    v.check(
      (written) => unknownIn(written) === undefined,
      ({ input }) => `There is no placeholder {${unknownIn(input)}}`,
    ),
  )
