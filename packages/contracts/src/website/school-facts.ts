import { priceText } from '../card-title'
import type { WebsiteColors } from './colors'
import { completed, type StoredContent } from './content'
import type { WebsiteFacts } from './facts'
import type { WebsiteLogo } from './logo'
import { listText, type Prices, placeholders, pricedCards, timeText } from './placeholders'
import shipped from './shipped.json'

type Hours = WebsiteFacts['hours']
export type Season = Hours['seasons'][number]
type Opening = Pick<Hours, 'days' | 'opens' | 'closes'>

const isOn = ({ from, through }: Season, day: string) => from <= day && day <= through

/** The facts as they are while a season lasts. */
const factsIn = (facts: WebsiteFacts, { days, opens, closes }: Season): WebsiteFacts => ({
  ...facts,
  hours: { ...facts.hours, days, opens, closes },
})

/** The facts of a day (`YYYY-MM-DD` at the school): within a season, its days and hours are those of the school. */
export function factsOn(facts: WebsiteFacts, day: string): WebsiteFacts {
  const season = facts.hours.seasons.find((each) => isOn(each, day))
  return season ? factsIn(facts, season) : facts
}

/** The facts as they are over the year: usually, and in each season. */
export const factsOverTheYear = (facts: WebsiteFacts): WebsiteFacts[] => [
  facts,
  ...facts.hours.seasons.map((season) => factsIn(facts, season)),
]

/** Changes on the day a season begins and on the day after it ends. */
export const seasonStates = ({ seasons }: Hours, day: string): string[] =>
  seasons.map((season) => (isOn(season, day) ? 'current' : day < season.from ? 'coming' : 'over'))

/** Without the seasons that are over, the first one first. */
export const withoutPastSeasons = (hours: Hours, day: string): Hours => ({
  ...hours,
  seasons: hours.seasons.filter(({ through }) => through >= day).toSorted((a, b) => (a.from < b.from ? -1 : 1)),
})

/** The hours from a day through another, each of which may be open (`''`). */
type OpeningPeriod = Opening & { from: string; through: string }

function movedDay(day: string, by: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + by)
  return date.toISOString().slice(0, 10)
}

/** The hours from a day on, one after the other: the usual ones hold before, between and after the seasons. */
export function openingPeriods(hours: Hours, day: string): OpeningPeriod[] {
  const { days, opens, closes } = hours
  const usual = { days, opens, closes }
  const periods: OpeningPeriod[] = []
  let from = ''
  for (const season of withoutPastSeasons(hours, day).seasons) {
    if (from < season.from && !isOn(season, day)) periods.push({ ...usual, from, through: movedDay(season.from, -1) })
    const { note: _, ...period } = season
    periods.push(period)
    from = movedDay(season.through, 1)
  }
  return [...periods, { ...usual, from, through: '' }]
}

/** `Jun 1`. */
export const dayText = (date: string) =>
  new Date(`${date}T12:00:00Z`).toLocaleDateString('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' })

const openingText = ({ days, opens, closes }: Opening) => `${listText(days)}, ${timeText(opens)} to ${timeText(closes)}`

/** `Jun 1 to Aug 31: Friday and Saturday, 8:00 AM to 12:00 PM (summer)`. */
export const seasonText = (season: Season, nameDay = dayText): string =>
  `${nameDay(season.from)} to ${nameDay(season.through)}: ${openingText(season)}${season.note ? ` (${season.note})` : ''}`

/** The hours of later days, for visitors: when the usual ones return, and the coming seasons. */
export function comingHours(hours: Hours, day: string): string[] {
  const { seasons } = withoutPastSeasons(hours, day)
  const [current] = seasons.filter((season) => isOn(season, day))
  const next = current && movedDay(current.through, 1)
  const returns =
    next && !seasons.some(({ from }) => from === next) ? [`From ${dayText(next)}: ${openingText(hours)}`] : []
  return [...returns, ...seasons.filter((season) => season !== current).map((season) => seasonText(season))]
}

/** The published facts of the school, its logo, and the prices of its published cards. */
export type SchoolFacts = {
  facts: WebsiteFacts
  prices: Prices
  logo?: WebsiteLogo
  colors?: WebsiteColors
  /** Nothing is published yet: the facts are those of the sample school. */
  isSample?: true
}

/** The facts of version 0, which hold until the school publishes its own. */
export const shippedFacts: WebsiteFacts = completed(shipped as StoredContent).facts

/** Facts that mails may also name as earlier releases did, without `school_`: every one but those that a mail has of its reader. */
const formerNames = new Set(Object.keys(placeholders).filter((name) => name !== 'name' && name !== 'email'))

/**
 * The values of the placeholders of mails. `{name}` and `{email}` are those of the person a mail is about, so facts of the school are
 * `{school}` and `{school_phone}`, `{school_hours}` and so on. A card without a price leaves its placeholder empty.
 */
export function factValues({ facts, prices }: SchoolFacts): Record<string, string> {
  const { name, ...others } = placeholders
  const values = Object.entries(others).map(([placeholder, { of }]): [string, string] => [placeholder, of(facts)])
  return {
    ...Object.fromEntries(values.filter(([placeholder]) => formerNames.has(placeholder))),
    ...Object.fromEntries(values.map(([placeholder, value]) => [`school_${placeholder}`, value])),
    ...Object.fromEntries(
      Object.entries(pricedCards).map(([word, icon]) => {
        const price = prices[icon]
        return [`price:${word}`, price === undefined ? '' : priceText(price)]
      }),
    ),
    school: name!.of(facts),
    booking_url: facts.links.booking,
  }
}

/** The names of those placeholders. */
export const factPlaceholders: readonly string[] = Object.keys(factValues({ facts: shippedFacts, prices: {} }))

/**
 * @throws when a field of the form has the name of a fact: `{phone}` in stored texts would silently become the visitor's. First
 * write `{school_phone}` in these texts, and take the name out of `formerNames`.
 */
export function refuseFactNames(fields: readonly string[]): void {
  const taken = fields.filter((name) => factPlaceholders.includes(name))
  if (taken.length > 0)
    throw new Error(`fields of the contact form have the names of facts of the school: ${taken.join(', ')}`)
}
