import { colorsPath, shippedColors } from '@app/contracts/website/colors'
import { completed, type StoredContent } from '@app/contracts/website/content'
import type { IslandTexts, PageNews, PageRequest } from '@app/contracts/website/page-texts'
import type { WebsitePicture } from '@app/contracts/website/pictures'
import shipped from '@app/contracts/website/shipped.json'
import { attacks } from '@app/rich-text/markup-attacks.fixture'
import { act } from '@testing-library/react'
import type { ReactNode } from 'react'
import { type HydrationOptions, hydrateRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { renderedSite } from '#content/rendered-site'
import { ShownSite } from '#content/shown-site'
import { IslandRoot } from '../islands/island-root'
import { islands, renderHome, renderLegalPage, renderPage } from './prerender'

const roots: Root[] = []
const hydrate = (container: Element, children: ReactNode, options: HydrationOptions) =>
  act(async () => void roots.push(hydrateRoot(container, children, options)))
afterEach(() =>
  act(async () => {
    for (const root of roots.splice(0)) root.unmount()
  }),
)

test('the prerendered page is complete, and nothing in it needs a wider content security policy', () => {
  const page = renderHome()
  for (const text of ['Find your aim under the oaks', 'Birthday Parties at $350', 'Full Name', 'Privacy Policy'])
    expect(page).toContain(text)
  expect(page).not.toMatch(/ style=| on\w+=|<script/)
})

test.each(Object.entries(islands))(
  'the island %s hydrates without a warning and without a change',
  async (name, island) => {
    const complaint = vi.spyOn(console, 'error')
    document.body.innerHTML = renderHome()
    const container = document.querySelector(`[data-island=${name}]`)!
    const before = container.innerHTML
    const recovered = vi.fn()
    const options = { onRecoverableError: recovered, identifierPrefix: name }
    await hydrate(container, <IslandRoot>{island}</IslandRoot>, options)
    expect(recovered).not.toHaveBeenCalled()
    expect(complaint).not.toHaveBeenCalled()
    // Except for the submit button, which is enabled by hydration.
    const waiting = (html: string) =>
      html.replace(/<button type="submit"[^>]*>/, '').replace(/<noscript>.*?<\/noscript>/s, '')
    expect(waiting(container.innerHTML)).toBe(waiting(before))
  },
)

test('ids are unique over all islands', () => {
  const ids = [...renderHome().matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

const hostile = '</script><img src=x onerror=alert(1)>'

function published(): PageRequest {
  const { facts, texts, ...content } = completed(structuredClone(shipped) as StoredContent)
  facts.phone = '(916) 555-0100'
  facts.name = hostile
  facts.hours.exceptions = [{ date: '2026-12-26', opens: '', closes: '', note: hostile }]
  texts.hero.headline = hostile
  const cta = { type: 'email', label: hostile, value: 'hello@archery.example' } as const
  return {
    ...{ ...content, facts, texts, today: '2026-11-23' },
    cards: { cards: [{ icon: 'party', title: 'Parties at $375', description: hostile, cta }], prices: { party: 375 } },
  }
}

test('published content is in the page, its metadata and its islands, and none of it runs', () => {
  const page = renderPage('<html lang="en"><!--head--><!--app-->', published())
  expect(page).not.toContain('555-0142')
  expect(page).not.toContain('<img')
  for (const text of [
    'tel:+19165550100',
    '"price":375',
    '"telephone":"+19165550100"',
    '"validFrom":"2026-12-26"',
    'Dec 26: closed',
  ])
    expect(page).toContain(text)
})

test('a season is in the page and in the structured data from its first day through its last', () => {
  const { facts, ...request } = published()
  facts.hours.seasons = [
    { from: '2027-06-01', through: '2027-08-31', days: ['Friday'], opens: '08:00', closes: '12:00', note: hostile },
  ]
  request.cards.cards = request.cards.cards.map((card) => ({ ...card, title: 'Every {days}' }))
  const shownOn = (today: string) => {
    const html = renderPage('<!--head--><!--app-->', { ...request, facts, today })
    const page = new DOMParser().parseFromString(html, 'text/html')
    const [, block = '{}'] = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html) ?? []
    const place = JSON.parse(block)['@graph'].find((each: object) => 'openingHoursSpecification' in each)
    expect(html).not.toContain('<img')
    // The card is in an island, which is hydrated with the same text.
    const [, data = '{}'] = /<script type="application\/json" id="site">(.*?)<\/script>/s.exec(html) ?? []
    const title = JSON.parse(data).cards[0].title
    expect(page.querySelector('#services')!.textContent).toContain(title)
    return {
      title,
      hours: place.openingHoursSpecification,
      closed: place.specialOpeningHoursSpecification?.[0].validFrom,
      contact: page.querySelector('#contact')!.textContent,
    }
  }
  const type = { '@type': 'OpeningHoursSpecification' }
  const usual = { ...type, dayOfWeek: ['Saturday', 'Sunday'], opens: '09:00', closes: '14:00' }
  const dates = { validFrom: '2027-06-01', validThrough: '2027-08-31' }
  const season = { ...type, ...dates, dayOfWeek: ['Friday'], opens: '08:00', closes: '12:00' }
  const returns = { ...usual, validFrom: '2027-09-01' }

  const before = shownOn('2026-11-23')
  expect(before).toMatchObject({
    title: 'Every Saturday and Sunday',
    hours: [{ ...usual, validThrough: '2027-05-31' }, season, returns],
    closed: '2026-12-26',
  })
  expect(before.contact).toContain('Jun 1 to Aug 31: Friday, 8:00 AM to 12:00 PM')
  const during = shownOn('2027-06-01')
  expect(during).toMatchObject({ title: 'Every Friday', hours: [season, returns] })
  expect(during.contact).toContain('Friday8:00 AM to 12:00 PMFrom Sep 1: Saturday and Sunday, 9:00 AM to 2:00 PM')
  expect(shownOn('2027-09-01')).toMatchObject({ title: 'Every Saturday and Sunday', hours: usual })
})

test('sections are in the order and number of the content, and the optional ones once they have something', () => {
  const request = published()
  const sectionsOf = (html: string) =>
    [...html.matchAll(/<section[^>]* aria-labelledby="([\w-]+)-title"/g)].map(([, id]) => id)
  expect(sectionsOf(renderPage('<!--app-->', request))).toEqual(['hero', 'services', 'about', 'final-call', 'contact'])
  request.faq = { title: 'Questions', items: [{ question: hostile, answer: 'Call {phone}.' }] }
  request.testimonials = { title: 'Words', items: [{ text: hostile, author: hostile }] }
  request.facts.places[0]!.directions = hostile
  request.sections = [
    { name: 'faq', hidden: false },
    { name: 'call', hidden: false },
    { name: 'services', hidden: true },
    { name: 'testimonials', hidden: false },
    { name: 'about', hidden: false },
  ]
  const page = renderPage('<!--head--><!--app-->', request)
  expect(sectionsOf(page)).toEqual(['hero', 'faq', 'final-call', 'testimonials', 'about', 'contact'])
  expect(page).not.toContain('<img')
  expect(page).toContain('Call (916) 555-0100.')
  expect(page).toContain('"@type":"FAQPage"')
  // Nothing leads to a hidden section, and no offer is made that the page does not show.
  expect(page).not.toContain('href="#services"')
  expect(page).not.toContain('makesOffer')
})

test('a legal page has its text, its title and the program that counts it, and the footer leads to it', () => {
  const request = published()
  request.legal = { privacy: '<h2>Data</h2><p>We keep little.</p>', terms: '' }
  const template = '<script type="module" crossorigin src="/a.js"></script><!--head--><!--app-->'
  const page = renderLegalPage(template, request, 'privacy')
  expect(page).toContain('<title>Privacy Policy - ')
  expect(page).toContain('<h2>Data</h2><p>We keep little.</p>')
  expect(page.match(/<script[^>]*>|<img/g)).toEqual(['<script type="module" crossorigin src="/a.js">'])
  expect(page).not.toContain('data-island')
  const home = renderPage('<!--app-->', request)
  expect(home).toContain('<a href="/privacy" class="')
  expect(home).toContain('href="https://legal.example.com/valley-oak-archery/terms"')
})

/** Elements with the names of their attributes, in order. */
function elementsOf(html: string): string[] {
  const page = new DOMParser().parseFromString(html, 'text/html')
  return [...page.querySelectorAll('*')].map((element) => [element.tagName, ...element.getAttributeNames()].join(' '))
}

const photo = (alt: string): WebsitePicture => ({
  ...{ id: '5f2b8c41d7e09a365f2b8c41d7e09a36', width: 3_000, height: 2_000, alt, decorative: false },
  ...{ focus: { x: 0.31, y: 1 }, crop: 'wide' },
})

/** The page with this text in every field that takes a text. */
function pageOf(text: string): string {
  const everywhere = (value: unknown): unknown => {
    if (typeof value === 'string') return text
    if (Array.isArray(value)) return value.map(everywhere)
    return Object.fromEntries(Object.entries(value as object).map(([name, each]) => [name, everywhere(each)]))
  }
  const { cards, facts, sections, today } = published()
  const texts = everywhere(shipped.texts) as PageRequest['texts']
  const places = facts.places.slice(0, 1).map(() => ({ town: text, place: text, map: '', directions: text }))
  const words = {
    name: text,
    tagline: text,
    phoneNote: text,
    level: text,
    area: text,
    state: { name: text, code: 'CA' },
  }
  return renderPage('<html lang="en"><head><!--head--></head><body><!--app--></body></html>', {
    ...{ cards, sections, texts, today, facts: { ...facts, ...words, places }, logo: null, colors: null },
    faq: { title: text, items: [{ question: text, answer: text }] },
    testimonials: { title: text, items: [{ text, author: text }] },
    legal: { privacy: '', terms: '' },
    pictures: { hero: photo(text), about: photo(text) },
    gallery: { title: text, items: [photo(text)] },
    logo: null,
    colors: null,
    news: newsWith(text),
  })
}

/** Days of the school, with this text in every field that staff write. */
const newsWith = (text: string): PageNews => {
  const announced = (kind: 'info' | 'closed') => ({ id: kind, kind, text, startsAt: null, endsAt: null })
  const lesson = { title: text, place: text, placeName: text, startsAt: '2026-11-28T18:00:00.000Z', minutes: 60 }
  return {
    announcements: [announced('info'), announced('closed')],
    lessons: [0, 1, 2, 3, 4, 5, 6].map((at) => ({ ...lesson, id: String(at), full: at === 1, free: 2, price: 35 })),
    instructors: [
      { name: text, certificate: text, photo: { id: '5f2b8c41d7e09a365f2b8c41d7e09a36', width: 1_200, height: 1_600 } },
      { name: `${text} `, certificate: '', photo: null },
    ],
  }
}

test('announcements and coming lessons are in the page, without JavaScript as well, and with room for them', () => {
  const page = renderPage('<!--head--><!--app-->', { ...published(), news: newsWith('Closed for rain') })
  const [document] = [new DOMParser().parseFromString(page, 'text/html')]
  const status = document.querySelector('[role=status][aria-label=Announcements]')!
  expect([...status.querySelectorAll('li')].map((each) => each.dataset['kind'])).toEqual(['closed', 'info'])
  expect(document.querySelectorAll('[aria-hidden=true].news-room li')).toHaveLength(2)
  const events = [...document.querySelectorAll('[data-island=lessons] [itemtype="https://schema.org/Event"]')]
  expect(events).toHaveLength(7)
  expect(events[0]!.textContent).toContain('Saturday, November 28, 10:00 AM')
  expect(events[0]!.textContent).toContain('$35, 2 free seats')
  expect(events[1]!.textContent).toContain('Full')
  // Each leads to the form, which has a place for every topic.
  for (const event of events)
    expect(document.getElementById(event.querySelector('a')!.getAttribute('href')!.slice(1))).toBeTruthy()
  const before = renderPage('<!--head--><!--app-->', published())
  expect(before).not.toMatch(/news-room|next-lessons/)
})

test('instructors who are shown are in the page, with room for their photos, and only there', () => {
  const request = { ...published(), news: newsWith('Robin Hale') }
  const page = renderPage('<!--head--><!--app-->', request)
  const document = new DOMParser().parseFromString(page, 'text/html')
  const section = document.querySelector('#instructors')!
  expect(section.getAttribute('aria-labelledby')).toBe('instructors-title')
  expect(section.previousElementSibling!.id).toBe('about')
  const [image, ...others] = section.querySelectorAll('img')
  expect(others).toEqual([])
  const attributes = { alt: 'Robin Hale', loading: 'lazy', width: '1200', height: '1500' }
  for (const [name, value] of Object.entries(attributes))
    expect([name, image!.getAttribute(name)]).toEqual([name, value])
  expect(section.querySelector('source')!.getAttribute('srcset')).toMatch(
    /^\/api\/site\/portraits\/5f2b8c41d7e09a365f2b8c41d7e09a36-480\.avif 480w, /,
  )
  expect(page).not.toContain('/api/site/pictures/')
  // The island's data has no part of it, and nobody is on the page whose consent ended, or whose section is hidden.
  const [, block = ''] = /<script type="application\/json" id="site">(.*?)<\/script>/s.exec(page) ?? []
  expect(Object.keys(JSON.parse(block))).not.toContain('instructors')
  const nobody = renderPage('<!--app-->', { ...request, news: { ...request.news, instructors: [] } })
  const sections = [{ name: 'instructors', hidden: true } as const, { name: 'about', hidden: false } as const]
  for (const without of [nobody, renderPage('<!--app-->', { ...request, sections })])
    expect(without).not.toMatch(/instructors-title|portraits/)
})

test('whatever texts contain, the page has the same elements with the same attributes', () => {
  const harmless = elementsOf(pageOf('x'))
  expect(harmless.length).toBeGreaterThan(200)
  const turned = [
    '\u202e<img src=x onerror=alert(1)>',
    '\u2067\u2066\u202d</p><script>',
    'a\u200f\u2028\u2029b',
    '\ud83d\udc69\u200d\u200d\ufeff',
  ]
  for (const attack of [...attacks, ...turned]) expect(elementsOf(pageOf(attack)), attack).toEqual(harmless)
})

test('a preview has no program and the chosen scheme', () => {
  const template = '<html lang="en"><script type="module" crossorigin src="/a.js"></script><!--head--><!--app-->'
  const page = renderPage(template, { ...published(), preview: { scheme: 'dark' } })
  expect(page).toMatch(/^<html lang="en" data-theme="dark">/)
  expect(page).not.toContain('type="module"')
})

test('the data block of a published page lets its islands hydrate without a change', async () => {
  document.body.innerHTML = ''
  const page = renderPage('<!--head--><!--app-->', { ...published(), news: newsWith('Closed') })
  const [, block = ''] = /<script type="application\/json" id="site">(.*?)<\/script>/s.exec(page) ?? []
  const site = JSON.parse(block) as IslandTexts
  expect(Object.keys(site)).toEqual(['name', 'phone', 'contact', 'cards', 'announcements', 'lessons'])
  document.body.innerHTML = page.slice(page.indexOf('<a href="#main"'))
  for (const [name, island] of Object.entries(islands)) {
    const container = document.querySelector(`[data-island=${name}]`)!
    const recovered = vi.fn()
    await hydrate(
      container,
      <ShownSite value={{ ...renderedSite, ...site }}>
        <IslandRoot>{island}</IslandRoot>
      </ShownSite>,
      { onRecoverableError: recovered, identifierPrefix: name },
    )
    expect(recovered).not.toHaveBeenCalled()
  }
})

test('a page with colors and a logo of its own names them, and a page without has neither', () => {
  const template = '<link rel="icon" href="data:x" /><link rel="apple-touch-icon" href="/t.png" /><!--head--><!--app-->'
  const { cards, ...content } = published()
  const plain = renderPage(template, { cards, ...content })
  expect(plain).not.toContain('/api/site/colors/')
  expect(plain).toContain('href="data:x"')

  const logo = { id: 'b'.repeat(32), width: 600, height: 200, alt: hostile, tone: 'dark' } as const
  const page = renderPage(template, { cards, ...content, logo, colors: shippedColors, origin: 'https://range.example' })
  expect(page).toContain(`<link rel="stylesheet" href="${colorsPath(shippedColors)}"/>`)
  expect(page).toContain(`<link rel="icon" href="/api/site/pictures/${logo.id}-192.png"`)
  expect(page).toContain(`https://range.example/api/site/pictures/${logo.id}-512.png`)
  expect(page).toContain('<link rel="canonical" href="https://range.example/"/>')
  // In the header and in the footer, with its room, and in place of the name.
  expect(page.match(/width="120" height="40"/g)).toHaveLength(2)
  expect(page).not.toContain('<img src=x')
})
