import { priceText } from '../card-title'
import { textsOf } from './changes'
import type { WebsiteContent } from './content'
import { weekdays } from './facts'
import { type MailText, titleOfMail } from './mail-uses'
import { legalNames } from './page-files'
import { fillIn, type Prices, timeText } from './placeholders'
import { dayText } from './school-facts'

/** A text that states something else than the facts. `where` is a path of the content, or the title of a card or a mail. */
export type Contradiction = { where: string; found: string; fact: string; mail?: MailText }
type Card = { title: string; description: string; cta: { type: string; value: string } }
type Rule = { pattern: RegExp; fact: string; agrees: (found: string, said: RegExpMatchArray) => boolean }

const withoutFacts = (text: string) => text.replace(/\{[^{}]*\}/g, ' \u2026 ')
const digitsOf = (text: string) => text.replace(/\D/g, '')

/** The usual hours, and those of the seasons. */
const openingsOf = ({ hours }: WebsiteContent['facts']) => [
  { ...hours, when: '' },
  ...hours.seasons.map((season) => ({ ...season, when: ` (${dayText(season.from)} to ${dayText(season.through)})` })),
]

function rulesFor({ facts }: WebsiteContent, prices: Prices): Rule[] {
  const openings = openingsOf(facts)
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
      fact: openings.map(({ days, when }) => `${days.join(', ')}${when}`).join('; '),
      agrees: (found) => openings.some(({ days }) => days.some((day) => day === found)),
    },
    {
      pattern: /\b\d{1,2}:\d{2} [AP]M\b/g,
      fact: openings.map(({ opens, closes, when }) => `${timeText(opens)} to ${timeText(closes)}${when}`).join('; '),
      agrees: (found) => openings.flatMap(({ opens, closes }) => [opens, closes].map(timeText)).includes(found),
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
      pattern: /\$\d+(?:,\d{3})*(?:\.\d{2})?/g,
      fact: known.join(', ') || 'no card has a price',
      agrees: (found) => known.includes(found),
    },
  ]
}

/** Texts besides those of the page: ways to the places, and the legal pages without their markup. */
const otherTexts = ({ facts, legal }: WebsiteContent): [path: string, text: string][] => [
  ...facts.places.map(({ directions }): [string, string] => ['facts.places', directions]),
  ...legalNames.map((name): [string, string] => [`legal.${name}`, legal[name].replace(/<[^<>]*>/g, ' ')]),
]

const disagreeing = (rules: readonly Rule[], text: string) =>
  rules.flatMap(({ pattern, fact, agrees }) =>
    Array.from(text.matchAll(pattern))
      .filter((match) => !agrees(match[0], match))
      .map(([found]) => ({ found, fact })),
  )

/**
 * Statements of texts, cards and mails, in their own words, that differ from the facts: another phone number, address, day, time, age or price.
 * Texts that use placeholders cannot contradict.
 */
export function contradictionsIn(
  content: WebsiteContent,
  cards: readonly Card[],
  prices: Prices,
  mails: readonly MailText[] = [],
): Contradiction[] {
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
  return [
    ...[...written, ...onCards].flatMap(([where, text]) =>
      // Days, ages and sums in a legal text are seldom those of lessons; phone and address are the school's.
      disagreeing(where.startsWith('legal.') ? rules.slice(0, 2) : rules, text).map((one) => ({ where, ...one })),
    ),
    ...mails.flatMap((mail) =>
      disagreeing(rules, withoutFacts(mail.text)).map((one) => ({ where: titleOfMail(mail), ...one, mail })),
    ),
  ]
}

type Replaced = { before: string; after: string }

/** Facts that are another text now. A former one that the new one contains cannot be told from it. */
const replacedIn = (facts: readonly Replaced[]) =>
  facts.filter(({ before, after }) => before !== after && !after.includes(before))

/** Facts that were replaced but are still written out in a text, such as the former name; in mails also the former booking page. */
export function leftBehind(
  before: WebsiteContent,
  after: WebsiteContent,
  prices: Prices,
  mails: readonly MailText[] = [],
): Contradiction[] {
  const facts = replacedIn(
    (['name', 'phone', 'email', 'area', 'level'] as const).map((name) => ({
      before: before.facts[name],
      after: after.facts[name],
    })),
  )
  const inMails = [...facts, ...replacedIn([{ before: before.facts.links.booking, after: after.facts.links.booking }])]
  const found = (text: string, replaced: readonly Replaced[]) =>
    replaced.filter((fact) => text.includes(fact.before)).map((fact) => ({ found: fact.before, fact: fact.after }))
  return [
    ...textsOf(after).flatMap(([where, text]) =>
      found(fillIn(text, after.facts, prices), facts).map((one) => ({ where, ...one })),
    ),
    ...mails.flatMap((mail) =>
      found(withoutFacts(mail.text), inMails).map((one) => ({ where: titleOfMail(mail), ...one, mail })),
    ),
  ]
}
