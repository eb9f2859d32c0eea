import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { shippedPage } from 'virtual:shipped-page'
import { shippedSite } from 'virtual:shipped-site'
import seededCards from '@app/contracts/service-cards.json'
import { expect, test } from 'vitest'
import { structuredData } from '#features/home/render/head'
import { servicesTitle } from './site'

const web = resolve(import.meta.dirname, '..')
const contracts = resolve(web, '../../packages/contracts/src')

/** The sources of the site without tests, the shipped content, and the seeded cards. */
const written = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|fixture|testing/.test(file))
  .map((file) => join(web, file))
  .concat(
    join(contracts, 'service-cards.json'),
    join(contracts, 'website/shipped.json'),
    join(contracts, 'website/page-files.ts'),
  )
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

test.each([
  ['the phone number', /\(916\) 555-0142/g],
  ['the opening hour', /0?9:00/g],
  ['the number of students', /15,?000/g],
  ['the year of the beginning', /2017/g],
  ['the place to book', /booking\.example\.com/g],
  ['the address of the site', /https:\/\/archery\.example/g],
  ['the name', /Valley Oak Archery/g],
])('%s is written down once, so that a change is one line', (_what, pattern) => {
  expect(written.match(pattern)).toHaveLength(1)
})

test('the price of a party is written once, in its card, and its title shows it', () => {
  expect(written.match(/\$350|[^\w.-]350[^\w.-]/g)).toHaveLength(1)
  const party = seededCards.findIndex(({ price }) => price === 350)
  expect(shippedSite.cards[party]?.title).toBe('Birthday Parties at $350')
})

test('what repeats a figure follows it', () => {
  const { hours, call, footer, about, hero } = shippedPage
  const times = '9:00 AM to 2:00 PM'
  expect(hours.text).toEqual({ days: 'Saturday and Sunday', times, coming: [], exceptions: [] })
  for (const text of [call.text, footer.where, about.places[0]!.when]) expect(text).toContain(times)
  expect(shippedSite.contact.offline).toContain(shippedSite.phone.text)
  expect(about.stats[0]!.figure).toBe(hero.stats[0]!.figure)
  const data = JSON.stringify(structuredData(shippedPage, shippedSite.cards))
  for (const part of ['"price":350', '"opens":"09:00"', '"closes":"14:00"', '+19165550142'])
    expect(data).toContain(part)
})

test('the heading of the cards counts them', () => {
  const titles = [1, 6, 24].map((cards) => servicesTitle(shippedSite.services.title, cards))
  expect(titles).toEqual(['One way to draw a bow', 'Six ways to draw a bow', '24 ways to draw a bow'])
})
