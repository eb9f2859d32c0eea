import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import seededCards from '@app/contracts/service-cards.json'
import { expect, test } from 'vitest'
import { structuredData } from '#app/structured-data'
import { formatTime } from './format-time'
import { about, contact, finalCall, footer, hero, serviceCards, site } from './site'

const web = resolve(import.meta.dirname, '..')
const cards = resolve(web, '../../packages/contracts/src/service-cards.json')

/** The sources of the site without tests, and the seeded cards. */
const written = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|testing/.test(file))
  .map((file) => join(web, file))
  .concat(cards)
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

test.each([
  ['the phone number', /\(916\) 555-0142/g],
  ['the opening hour', /9:00/g],
  ['the number of students', /15,?000/g],
  ['the year of the beginning', /2017/g],
  ['the place to book', /booking\.example\.com/g],
  ['the address of the site', /https:\/\/archery\.example/g],
])('%s is written down once, so that a change is one line', (_what, pattern) => {
  expect(written.match(pattern)).toHaveLength(1)
})

test('the price of a party is written once, in its card, and its title shows it', () => {
  expect(written.match(/\$350|[^\w.-]350[^\w.-]/g)).toHaveLength(1)
  const party = seededCards.findIndex(({ price }) => price === 350)
  expect(serviceCards[party]?.title).toBe('Birthday Parties at $350')
})

test('what repeats a figure follows it', () => {
  const hours = '9:00 AM to 2:00 PM'
  expect(site.hours.text).toEqual({ days: 'Saturday and Sunday', times: hours })
  for (const text of [finalCall.text, footer.where, about.places[0].when]) expect(text).toContain(hours)
  expect(contact.offline).toContain(site.phone.text)
  expect(contact.duplicate.text).toBe('We have already received your inquiry and will respond within 24 hours.')
  expect(about.stats[0].figure).toBe(hero.stats[0].figure)
  const data = JSON.stringify(structuredData)
  for (const part of ['"price":350', '"opens":"09:00"', '"closes":"14:00"', '+19165550142'])
    expect(data).toContain(part)
})

test.each([
  ['00:00', '12:00 AM'],
  ['09:00', '9:00 AM'],
  ['12:30', '12:30 PM'],
  ['14:00', '2:00 PM'],
])('%s is read as %s', (time, text) => {
  expect(formatTime(time)).toBe(text)
})
