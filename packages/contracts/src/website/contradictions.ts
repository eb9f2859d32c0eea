import { priceText } from '../card-title'
import { textsOf } from './changes'
import type { WebsiteContent } from './content'
import { weekdays } from './facts'
import { legalNames } from './legal'
import { fillIn, type Prices, timeText } from './placeholders'

/** A text that states something else than the facts. `where` is a path of the content, or the title of a card. */
export type Contradiction = { where: string; found: string; fact: string }
type Card = { title: string; description: string; cta: { type: string; value: string } }
type Rule = { pattern: RegExp; fact: string; agrees: (found: string, said: RegExpMatchArray) => boolean }

const withoutFacts = (text: string) => text.replace(/\{[^{}]*\}/g, ' \u2026 ')
const digitsOf = (text: string) => text.replace(/\D/g, '')

function rulesFor({ facts }: WebsiteContent, prices: Prices): Rule[] {
  const known = Object.values(prices).map(priceText)
  return [
    {
      pattern: /(?:\+?1[ .-]?)?\(?\b\d{3}\)?[ .-]\d{3}[ .-]\d{4}\b/g,
      fact: facts.phone,
      agrees: (found) => digitsOf(facts.phone).endsWith(digitsOf(found).slice(-10)),
    },
    {
      pattern: /[^\s@<>()]+@[^\s@<>()]+\.[a-z]{2,}/gi,
      fact: facts.email,
      agrees: (found) => found.toLowerCase() === facts.email.toLowerCase(),
    },
    {
      pattern: new RegExp(`\\b(?:${weekdays.join('|')})(?=s?\\b)`, 'g'),
      fact: facts.hours.days.join(', '),
      agrees: (found) => facts.hours.days.some((day) => day === found),
    },
    {
      pattern: /\b\d{1,2}:\d{2} [AP]M\b/g,
      fact: `${timeText(facts.hours.opens)} to ${timeText(facts.hours.closes)}`,
      agrees: (found) => [facts.hours.opens, facts.hours.closes].map(timeText).includes(found),
    },
    {
      pattern: /\b(?:age|ages|aged|children of) (\d{1,2})\b|\b(\d{1,2})(?:\+| and up)/gi,
      fact: `ages ${facts.minimumAge} and up`,
      agrees: (_, [, first, second]) =>
        Number(first ?? second) === facts.minimumAge ||
        `${second}+` === facts.statistics.years.value ||
        second === '99',
    },
    {
      pattern: /\$\d[\d,]*(?:\.\d{2})?/g,
      fact: known.join(', ') || 'no card has a price',
      agrees: (found) => known.includes(found),
    },
  ]
}

/** What is written besides the texts: ways to the places, and the legal pages without their markup. */
const otherTexts = ({ facts, legal }: WebsiteContent): [path: string, text: string][] => [
  ...facts.places.map(({ directions }): [string, string] => ['facts.places', directions]),
  ...legalNames.map((name): [string, string] => [`legal.${name}`, legal[name].replace(/<[^>]*>/g, ' ')]),
]

/**
 * What texts and cards state in their own words against the facts: another phone number, address, day, time, age or price.
 * Texts that use placeholders cannot contradict.
 */
export function contradictionsIn(content: WebsiteContent, cards: readonly Card[], prices: Prices): Contradiction[] {
  const rules = rulesFor(content, prices)
  // Facts are taken out of the text, so that what remains is what was written.
  const written: [string, string][] = [...textsOf(content), ...otherTexts(content)].map(([path, text]) => [
    path,
    withoutFacts(text),
  ])
  const onCards = cards.map(({ title, description, cta }): [string, string] => [
    title,
    withoutFacts([title, description, cta.type === 'email' ? cta.value : ''].join('\n')),
  ])
  return [...written, ...onCards].flatMap(([where, text]) =>
    // Days, ages and sums in a legal text are seldom those of lessons; phone and address are the school's.
    (where.startsWith('legal.') ? rules.slice(0, 2) : rules).flatMap(({ pattern, fact, agrees }) =>
      Array.from(text.matchAll(pattern))
        .filter((match) => !agrees(match[0], match))
        .map(([found]) => ({ where, found, fact })),
    ),
  )
}

/** Facts that were replaced but are still written out in a text, such as the former name. */
export function leftBehind(before: WebsiteContent, after: WebsiteContent, prices: Prices): Contradiction[] {
  const facts = (['name', 'phone', 'email', 'area', 'level'] as const).filter(
    (name) => before.facts[name] !== after.facts[name],
  )
  return textsOf(after).flatMap(([where, text]) =>
    facts
      .filter((name) => fillIn(text, after.facts, prices).includes(before.facts[name]))
      .filter((name) => !after.facts[name].includes(before.facts[name]))
      .map((name) => ({ where, found: before.facts[name], fact: after.facts[name] })),
  )
}
