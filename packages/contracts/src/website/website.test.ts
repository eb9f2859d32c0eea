import * as v from 'valibot'
import { expect, test } from 'vitest'
import seededCards from '../service-cards.json'
import { changesBetween, titleOfPath, usesOf } from './changes'
import { completed, type StoredContent, type WebsiteContent, websiteContent } from './content'
import { contradictionsIn, leftBehind } from './contradictions'
import { type MailText, mailUsesOf, titleOfMail } from './mail-uses'
import { islandTexts, type PageCard, pageTexts } from './page-texts'
import { fillIn, listText, timeText } from './placeholders'
import { factsOn, openingPeriods, type Season, seasonStates, withoutPastSeasons } from './school-facts'
import shippedFile from './shipped.json'

const shipped = v.parse(websiteContent, shippedFile)

test('content of an earlier release is completed with what the schema would add', () => {
  expect(completed(shippedFile as StoredContent)).toEqual(shipped)
})

const cards = { cards: [], prices: { party: 350 } }
const changed = (change: (content: WebsiteContent) => void) => {
  const content = structuredClone(shipped)
  change(content)
  return content
}

test('the shipped content has the texts of the specification, word for word', () => {
  const page = pageTexts(shipped, cards, '2026-05-01')
  const site = islandTexts(shipped, cards, '2026-05-01')
  expect(page.search.title).toBe('Valley Oak Archery - archery lessons in Roseville and Sacramento')
  expect(page.hero.stats).toEqual([
    { figure: '8+', label: 'years of archery training' },
    { figure: '99+', label: 'five-star Google reviews' },
    { figure: 'Level 2', label: 'USA Archery certified' },
    { figure: 'All ages', label: '8+ welcome' },
  ])
  expect(page.hero.eyebrow).toBe('Roseville & Sacramento, California')
  expect(page.hero.action).toBe('Book Archery Lessons')
  expect([site.services.book, site.services.banner]).toEqual(['Book Here', 'Book Your Archery School Experience'])
  expect(page.about.paragraphs).toEqual([
    'Our instructors are certified by USA Archery (Level 2), and they are bowyers, too: they know the bow in your hand from the stave up. Since 2017 they have trained more than 15,000 students, from children of 8 to grandparents, with a 100% safety record.',
    'Every session includes safety instruction, equipment fitting and supervised practice. Class sizes are small, all equipment is provided, and everyone aged 8 and up is welcome.',
  ])
  expect(page.about.stats).toEqual([
    { figure: '8+', label: 'years of instruction' },
    { figure: '99+', label: '5-star reviews' },
    { figure: '15,000+', label: 'students trained since 2017' },
    { figure: '100%', label: 'safety record' },
  ])
  expect(page.about.places.map(({ name, place, when }) => `${name}, ${place}: ${when}`)).toEqual([
    'Roseville, at the farmers market: Saturday and Sunday, 9:00 AM to 2:00 PM',
    'Sacramento, at the park: Saturday and Sunday, 9:00 AM to 2:00 PM',
    'Your place, mobile instruction: Across the greater Sacramento area',
  ])
  expect(page.call.action).toBe('Book Archery Lessons')
  expect(page.contact.response).toBe('We respond within 24 hours.')
  expect(page.phone).toEqual({
    text: '(916) 555-0142',
    href: 'tel:+19165550142',
    note: 'Text us during business hours',
  })
  expect(site.contact.duplicate).toBe('We have already received your inquiry and will respond within 24 hours.')
  expect(page.footer.small.map(({ label }) => label)).toEqual([
    'Privacy Policy',
    'Terms',
    'Made with care by Example Studio',
  ])
})

test.each<[string, (content: WebsiteContent) => void, string]>([
  ['a placeholder that there is not', ({ texts }) => (texts.hero.intro = 'Call {fax}'), '{fax}'],
  ['a link that runs', ({ facts }) => (facts.links.booking = 'javascript:alert(1)'), 'https://'],
  ['a link without a host', ({ facts }) => (facts.links.terms = 'https:///x'), 'https://'],
  ['closing before opening', ({ facts }) => (facts.hours.closes = '08:00'), 'after opening'],
  [
    'an exception that only opens',
    ({ facts }) => facts.hours.exceptions.push(exception({ closes: '' })),
    'after opening',
  ],
  [
    'a day that does not exist',
    ({ facts }) => facts.hours.exceptions.push(exception({ date: '2026-13-01' })),
    'valid date',
  ],
  [
    'a 31st of a month of 30 days',
    ({ facts }) => (facts.hours.seasons = [summer({ from: '2026-06-31' })]),
    'valid date',
  ],
  ['a season without days', ({ facts }) => (facts.hours.seasons = [summer({ days: [] })]), 'Days is required'],
  [
    'a thirteenth season',
    ({ facts }) => {
      const days = Array.from({ length: 13 }, (_, at) => `2027-03-${String(at + 10)}`)
      facts.hours.seasons = days.map((day) => summer({ from: day, through: day }))
    },
    'twelve seasons',
  ],
  ['an empty headline', ({ texts }) => (texts.hero.headline = ' '), 'required'],
  ['a section twice', ({ sections }) => (sections[0] = sections[1]!), 'each section once'],
  ['a placeholder in an answer', ({ faq }) => faq.items.push({ question: 'Q', answer: '{fax}' }), '{fax}'],
  [
    'a testimonial without a name',
    ({ testimonials }) => testimonials.items.push({ text: 'T', author: ' ' }),
    'required',
  ],
  ['a phone number of words', ({ facts }) => (facts.phone = 'call us'), 'not valid'],
  ['an address with a name', ({ facts }) => (facts.email = 'a <a@b.example>'), 'not a valid email'],
  ['a line break in a line', ({ texts }) => (texts.call.title = 'a\nb'), 'not valid'],
])('%s is refused', (_what, change, message) => {
  const { success, issues } = v.safeParse(websiteContent, changed(change))
  expect(success).toBe(false)
  expect(issues?.map((issue) => issue.message).join()).toContain(message)
})

function exception(change: object = {}) {
  return { date: '2026-12-26', opens: '10:00', closes: '12:00', note: '', ...change }
}

test('closures and other hours are told until their day is over', () => {
  const content = changed(({ facts }) => {
    facts.hours.exceptions = [
      exception({ date: '2027-01-02' }),
      exception({ opens: '', closes: '', note: 'holiday' }),
      exception({ date: '2026-11-01' }),
    ]
  })
  expect(pageTexts(content, cards, '2026-12-26').hours.text.exceptions).toEqual([
    'Dec 26: closed (holiday)',
    'Jan 2: 10:00 AM to 12:00 PM',
  ])
})

function summer(change: Partial<Season> = {}): Season {
  const times = { opens: '08:00', closes: '12:00' }
  return {
    ...{ from: '2026-06-01', through: '2026-08-31', days: ['Friday', 'Saturday'], ...times, note: 'summer' },
    ...change,
  }
}
const withSeasons = (...seasons: Season[]) => changed(({ facts }) => (facts.hours.seasons = seasons))

test.each<[string, Season[], string, string]>([
  ['ends before it begins', [summer({ through: '2026-05-31' })], '0.through', 'not be before'],
  ['closes before it opens', [summer({ closes: '08:00' })], '0.closes', 'after opening'],
  [
    'begins on the last day of another',
    [summer(), summer({ from: '2026-08-31', through: '2026-09-30' })],
    '1.from',
    'overlap',
  ],
  [
    'lasts on the first day of another',
    [summer(), summer({ from: '2026-05-01', through: '2026-06-01' })],
    '1.from',
    '2026-08-31',
  ],
  ['includes another', [summer(), summer({ from: '2026-01-01', through: '2026-12-31' })], '1.from', 'overlap'],
])('a season that %s is refused at its field', (_what, seasons, field, message) => {
  const { issues } = v.safeParse(websiteContent, withSeasons(...seasons), { abortPipeEarly: true })
  expect(issues?.map((issue) => [v.getDotPath(issue), issue.message])).toEqual([
    [`facts.hours.seasons.${field}`, expect.stringContaining(message)],
  ])
})

test('seasons that follow each other are accepted in any order, and a name may be left out', () => {
  const { note: _, ...fall } = summer({ from: '2026-09-01', through: '2026-09-30' })
  const content = withSeasons(fall as Season, summer())
  expect(v.parse(websiteContent, content).facts.hours.seasons.map(({ note }) => note)).toEqual(['', 'summer'])
})

test.each([
  ['2026-05-31', 'Saturday and Sunday, 9:00 AM to 2:00 PM', 'coming'],
  ['2026-06-01', 'Friday and Saturday, 8:00 AM to 12:00 PM', 'current'],
  ['2026-08-31', 'Friday and Saturday, 8:00 AM to 12:00 PM', 'current'],
  ['2026-09-01', 'Saturday and Sunday, 9:00 AM to 2:00 PM', 'over'],
])('on %s the hours are %s wherever the page tells them', (day, text, state) => {
  const content = withSeasons(summer())
  const card: PageCard = {
    ...{ icon: 'lessons', title: 'Every {days}', description: 'From {times}' },
    cta: { type: 'link', label: 'Book', value: 'https://x.example' },
  }
  const [days, times] = text.split(', ') as [string, string]
  const page = pageTexts(content, cards, day)
  expect(page.hours.text).toMatchObject({ days, times })
  expect(page.about.places.map(({ when }) => when).slice(0, 2)).toEqual([text, text])
  expect(page.footer.where).toContain(text)
  expect(page.call.text).toContain(text)
  const [shown] = islandTexts(content, { cards: [card], prices: {} }, day).cards
  expect(shown).toMatchObject({ title: `Every ${days}`, description: `From ${times}` })
  expect(fillIn('{hours}', factsOn(content.facts, day), {})).toBe(text)
  expect(seasonStates(content.facts.hours, day)).toEqual([state])
  // What is not about hours stays.
  expect({ ...factsOn(content.facts, day), hours: null }).toEqual({ ...content.facts, hours: null })
})

test('coming seasons are told before the closures, and when the usual hours return', () => {
  const winter = summer({ from: '2026-11-15', through: '2027-02-28', days: ['Sunday'], note: '' })
  const content = withSeasons(winter, summer())
  content.facts.hours.exceptions = [exception({ date: '2026-07-04', opens: '', closes: '' })]
  const told = (day: string) => pageTexts(content, cards, day).hours.text
  const coming = 'Nov 15 to Feb 28: Sunday, 8:00 AM to 12:00 PM'
  expect(told('2026-05-01').coming).toEqual([
    'Jun 1 to Aug 31: Friday and Saturday, 8:00 AM to 12:00 PM (summer)',
    coming,
  ])
  expect(told('2026-07-04')).toMatchObject({
    coming: ['From Sep 1: Saturday and Sunday, 9:00 AM to 2:00 PM', coming],
    exceptions: ['Jul 4: closed'],
  })
  expect(told('2027-03-01').coming).toEqual([])
})

test('the periods of the hours have no gap and no day in common', () => {
  const usual = { days: ['Saturday', 'Sunday'], opens: '09:00', closes: '14:00' }
  const { note: _, ...first } = summer()
  const fall = { ...first, from: '2026-09-01', through: '2026-09-30' }
  const { hours } = withSeasons(summer(), { ...fall, note: '' }).facts
  expect(openingPeriods(hours, '2026-05-01')).toEqual([
    { ...usual, from: '', through: '2026-05-31' },
    first,
    fall,
    { ...usual, from: '2026-10-01', through: '' },
  ])
  expect(openingPeriods(hours, '2026-08-31')).toEqual([first, fall, { ...usual, from: '2026-10-01', through: '' }])
  expect(openingPeriods(hours, '2026-10-01')).toEqual([{ ...usual, from: '', through: '' }])
})

test('a day or a time of a season agrees with the facts until it is over', () => {
  const content = withSeasons(summer())
  content.texts.call.text = 'Every Friday from 8:00 AM, never on Monday.'
  const found = (day: string) => {
    const facts = { ...content.facts, hours: withoutPastSeasons(content.facts.hours, day) }
    return contradictionsIn({ ...content, facts }, [], {})
  }
  expect(found('2026-08-31')).toEqual([
    { where: 'texts.call.text', found: 'Monday', fact: 'Saturday, Sunday; Friday, Saturday (Jun 1 to Aug 31)' },
  ])
  expect(found('2026-09-01').map((each) => each.found)).toEqual(['Friday', 'Monday', '8:00 AM'])
})

test('the texts that name hours follow a season', () => {
  const after = withSeasons(summer())
  expect(usesOf(shipped, after)).toEqual(['texts.call.text', 'texts.footer.where'])
  expect(usesOf(after, withSeasons(summer({ note: 'July' })))).toEqual([])
  const [change] = changesBetween(shipped, after)
  expect(change).toMatchObject({ path: 'facts.hours.seasons', before: [] })
  expect(titleOfPath(change!.path)).toBe('Seasons')
})

test('a fact is never read as a placeholder, and a price that no card has is left out', () => {
  const { facts } = changed((content) => (content.facts.name = '{phone}'))
  expect(fillIn('{name} {price:birthday} {price:team} {nope}', facts, { party: 12.5 })).toBe('{phone} $12.50  {nope}')
})

test('a change names what it was and the texts that follow it', () => {
  const after = changed(({ facts, texts }) => {
    facts.phone = '(916) 555-0100'
    texts.call.title = 'Come and see'
  })
  expect(changesBetween(shipped, after)).toEqual([
    { path: 'facts.phone', before: '(916) 555-0142', after: '(916) 555-0100' },
    { path: 'texts.call.title', before: 'Your first arrow is closer than you think', after: 'Come and see' },
  ])
  expect(usesOf(shipped, after)).toEqual(['texts.contact.offline'])
})

test('the shipped page and its cards contradict nothing', () => {
  expect(contradictionsIn(shipped, seededCards, { party: 350 })).toEqual([])
})

test.each<[string, (content: WebsiteContent) => void, string]>([
  ['another phone number', ({ texts }) => (texts.call.text = 'Call 916-555-0100.'), '916-555-0100'],
  ['another day', ({ texts }) => (texts.call.text = 'Every Friday.'), 'Friday'],
  ['another time', ({ texts }) => (texts.call.text = 'From 8:00 AM.'), '8:00 AM'],
  ['another age', ({ texts }) => (texts.call.text = 'From ages 6 and up.'), 'ages 6'],
  ['a price of no card', ({ texts }) => (texts.call.text = 'Only $300.'), '$300'],
  ['another price in an answer', ({ faq }) => faq.items.push({ question: 'Cost?', answer: '$5' }), '$5'],
  ['another address', ({ texts }) => (texts.call.text = 'Write to old@archery.example.'), 'old@archery.example'],
])('%s in a text contradicts the facts', (_what, change, found) => {
  const [first] = contradictionsIn(changed(change), [], { party: 350 })
  expect(first!.where).toMatch(/^texts\.call\.text$|^faq\.items\.0\.answer$/)
  expect(first!.found).toContain(found)
})

test('directions and legal pages are compared as well, and a card that names a fact cannot contradict it', () => {
  const content = changed(({ facts, legal }) => {
    facts.places[0]!.directions = 'Call 916-555-0100 at the gate.'
    legal.privacy = '<p>Write to <b>old@archery.example</b>.</p>'
  })
  const card = { title: 'From {minimum_age}', description: 'Call {phone}', cta: { type: 'link', value: '' } }
  expect(contradictionsIn(content, [card], {}).map(({ where, found }) => [where, found])).toEqual([
    ['facts.places', '916-555-0100'],
    ['legal.privacy', 'old@archery.example'],
  ])
})

test('cards contradict changed facts', () => {
  const after = changed(({ facts }) => (facts.hours.days = ['Monday']))
  expect(contradictionsIn(after, seededCards, { party: 350 }).map(({ found }) => found)).toEqual(['Saturday', 'Sunday'])
})

test('a former name that is still written in a text is found', () => {
  const before = changed(({ texts }) => (texts.call.text = 'Valley Oak Archery waits for you.'))
  const after = structuredClone(before)
  after.facts.name = 'Oak Hill Archery'
  expect(leftBehind(before, after, {})).toEqual([
    { where: 'texts.call.text', found: 'Valley Oak Archery', fact: 'Oak Hill Archery' },
  ])
})

const template = (text: string, title = 'Directions'): MailText => ({
  ...{ kind: 'replyTemplate', id: 'a1', title, text },
})
const automaticReply = (text: string): MailText => ({ kind: 'automaticReply', text })
const reminder = (text: string): MailText => ({ kind: 'lessonReminder', text })

test('mails contradict the facts as texts of the page do, and placeholders of mails cannot', () => {
  const mails = [
    template('Directions\nCall (916) 555-0100, a party is $300.'),
    automaticReply('Thank you, {name}\nWe are there every Friday from 8:00 AM.'),
    reminder('{lesson} on {day} at {time}\nFor ages 6 and up, {school}'),
    template('Call {phone} or write to {school_email}, {price:birthday} on {days}, {email}'),
  ]
  const found = contradictionsIn(shipped, [], { party: 350 }, mails)
  expect(found.map((one) => [one.where, one.found, one.fact])).toEqual([
    ['Reply template “Directions”', '(916) 555-0100', '(916) 555-0142'],
    ['Reply template “Directions”', '$300', '$350'],
    ['Automatic reply', 'Friday', 'Saturday, Sunday'],
    ['Automatic reply', '8:00 AM', '9:00 AM to 2:00 PM'],
    ['Lesson reminder', 'ages 6', 'ages 8 and up'],
  ])
  expect(found[0]!.mail).toBe(mails[0])
})

test('what a mail says as the facts do contradicts nothing', () => {
  const text = 'Saturday, 9:00 AM to 2:00 PM, $350, ages 8 and up. Call 916-555-0142.'
  expect(contradictionsIn(shipped, [], { party: 350 }, [template(text), automaticReply(text)])).toEqual([])
})

test('former facts that a mail still writes out are found, also the booking page', () => {
  const after = changed(({ facts }) => {
    facts.name = 'Oak Hill Archery'
    facts.phone = '(916) 555-0100'
    facts.links.booking = 'https://book.example/oak-hill'
  })
  const { name, phone, links } = shipped.facts
  const mails = [
    template(`Book at ${links.booking} or call ${phone}.`),
    reminder(`See you, ${name}`),
    // The person's name, and not the school's.
    automaticReply('Hi {name}, {school} calls from {phone}: {booking_url}'),
  ]
  expect(leftBehind(shipped, after, {}, mails).map(({ where, found, fact }) => [where, found, fact])).toEqual([
    ['Reply template “Directions”', phone, '(916) 555-0100'],
    ['Reply template “Directions”', links.booking, 'https://book.example/oak-hill'],
    ['Lesson reminder', name, 'Oak Hill Archery'],
  ])
  expect(leftBehind(shipped, shipped, {}, mails)).toEqual([])
})

test('a changed fact names the mails that follow it, by the placeholders of mails', () => {
  const mails = [
    template('Call {phone}', 'Phone'),
    template('{booking_url}', 'Booking'),
    template('{days} and {hours}', 'Days'),
    automaticReply('Hi {name}, write to {email}'),
    automaticReply('{school}, {school_email}'),
    reminder('{school} {phone}'),
  ]
  const uses = (change: (content: WebsiteContent) => void) =>
    mailUsesOf(shipped, changed(change), mails).map(titleOfMail)
  expect(uses(({ facts }) => (facts.phone = '(916) 555-0100'))).toEqual(['Reply template “Phone”'])
  expect(uses(({ facts }) => (facts.links.booking = 'https://book.example'))).toEqual(['Reply template “Booking”'])
  expect(uses(({ facts }) => (facts.hours.days = ['Friday']))).toEqual(['Reply template “Days”'])
  expect(uses(({ facts }) => (facts.name = 'Oak Hill'))).toEqual(['Automatic reply', 'Lesson reminder'])
  expect(uses(({ facts }) => (facts.email = 'hi@oak.example'))).toEqual(['Automatic reply'])
  expect(uses(({ texts }) => (texts.call.title = 'Come'))).toEqual([])
})

test.each([
  ['00:00', '12:00 AM'],
  ['09:00', '9:00 AM'],
  ['12:30', '12:30 PM'],
  ['14:00', '2:00 PM'],
])('%s is read as %s', (time, text) => {
  expect(timeText(time)).toBe(text)
})

test('lists and paths are read as words', () => {
  expect([['a'], ['a', 'b'], ['a', 'b', 'c']].map((items) => listText(items))).toEqual(['a', 'a and b', 'a, b and c'])
  expect(['facts.phone', 'facts.statistics.years.value', 'texts.hero.headline'].map(titleOfPath)).toEqual([
    'Phone number',
    'Years of training',
    'Top of the page: Headline',
  ])
})
