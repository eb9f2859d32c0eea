import type { Browser, Page } from '@playwright/test'
import { siteContent, standIn } from './support/api'
import { byNight } from './support/devices'
import { alive } from './support/home'
import { expect, test } from './support/staff'
import { test as anonymous } from './support/test'

/** Runs in the page: sums layout shifts, including those right after input, once the fonts are there: a late font moves text as well. */
const measureShift = `window.shift = 0
window.measured = new Promise((loaded) => addEventListener('load', loaded))
  .then(() => document.fonts.ready)
  .then(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted))))
  .then(() => new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) window.shift += value
  }).observe({ type: 'layout-shift' }))`
const untilMeasured = (page: Page) => page.evaluate('window.measured')
const shiftOf = (page: Page) => page.evaluate<number>('window.shift')

const lookAgain = (page: Page) => page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
/** The service's cache is a few seconds old at most. */
const comes = (page: Page, seen: () => Promise<boolean>) =>
  expect
    .poll(
      async () => {
        await lookAgain(page)
        return seen()
      },
      { intervals: [500, 1_000] },
    )
    .toBe(true)

const sign = (page: Page) => page.getByRole('status', { name: 'Announcements' })
const titles = (page: Page) => page.locator('#services').getByRole('heading', { level: 3 })
const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

async function visitorOf(browser: Browser, baseURL = '') {
  const context = await browser.newContext({ baseURL, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  const failed: string[] = []
  page.on('console', (message) => message.type() === 'error' && failed.push(message.text()))
  await page.addInitScript(measureShift)
  await page.goto('/')
  await untilMeasured(page)
  return { page, failed, close: () => context.close() }
}

test('published changes appear on an open page, start and end on time, and shift no layout', async ({
  records,
  browser,
  baseURL,
}) => {
  const [cards, announcements] = [records('service_cards'), records('announcements')]
  const party = (await cards.all()).find(({ icon }) => icon === 'party')!
  const visitor = await visitorOf(browser, baseURL)
  const { page } = visitor
  try {
    await expect(titles(page).nth(2)).toHaveText('Birthday Parties at $350')
    const title = 'Birthday Parties at $380, now with a second instructor'
    await cards.update(party.id, { title: 'Birthday Parties at {price}, now with a second instructor', price: 380 })
    const text = 'Closed for rain today. <i>Booked lessons</i> move to next week.'
    await announcements.create({ text: 'Not yet', kind: 'info', starts_at: at(60), published: true })
    const rain = await announcements.create({
      text,
      kind: 'closed',
      starts_at: at(-1),
      ends_at: at(60),
      published: true,
    })

    await comes(page, async () => (await titles(page).nth(2).textContent()) === title)
    await comes(page, async () => (await sign(page).textContent())?.includes('Closed for rain today.') ?? false)
    await expect(sign(page)).not.toContainText('Not yet')
    await expect(sign(page).locator('i')).toHaveCount(0)

    await announcements.update(rain.id, { ends_at: at(-0.02) })
    await comes(page, async () => (await sign(page).textContent()) === '')
    await expect(titles(page)).toHaveCount(6)
    expect(await shiftOf(page)).toBe(0)
    expect(visitor.failed).toEqual([])
  } finally {
    await visitor.close()
    await cards.update(party.id, { title: party.title, price: party['price'] })
    await announcements.clear()
  }
})

const closure =
  'Closed on Saturday for the river trail race. Booked lessons move to Sunday at the same hour; we call everybody who has booked.'

test(
  'a closure and the next lessons are in the page itself: whole on a phone, also without JavaScript, and one tap from the form',
  byNight,
  async ({ records, browser, baseURL }) => {
    const [lessons, announcements] = [records('lessons'), records('announcements')]
    const title = 'Arrows before breakfast'
    const details = { kind: 'group', place: 'roseville', minutes: 60, seats: 8, price: 35, public: true }
    const viewport = { width: 390, height: 844 }
    const received = async () => (await fetch(baseURL!)).text()
    const { id } = await lessons.create({ ...details, title, starts_at: at(90) })
    const announced = await announcements.create({ text: closure, kind: 'closed', starts_at: at(-1), published: true })
    try {
      await expect.poll(received).toContain(closure)
      await expect.poll(received).toContain(title)

      const plain = await browser.newContext({ baseURL, viewport, javaScriptEnabled: false })
      const page = await plain.newPage()
      await page.goto('/')
      const banner = sign(page).getByText(closure)
      const below = async (seen: Page) => (await sign(seen).boundingBox())!.y + (await sign(seen).boundingBox())!.height
      expect((await page.getByRole('heading', { level: 1 }).boundingBox())!.y).toBeGreaterThan(await below(page))
      expect((await banner.boundingBox())!.height).toBeGreaterThan(60)
      await expect(page.getByRole('button', { name: 'Dismiss' })).toBeHidden()
      const heading = (await page.getByRole('heading', { name: 'Next lessons' }).boundingBox())!
      expect(heading.y).toBeLessThan(2_500)
      const event = page.getByRole('listitem').filter({ hasText: title })
      await expect(event).toContainText('Roseville, at the farmers market')
      await expect(event).toContainText('$35, 8 free seats')
      await plain.close()

      const visitor = await visitorOf(browser, baseURL)
      await expect(sign(visitor.page).getByText(closure)).toHaveJSProperty(
        'scrollHeight',
        await visitor.page.evaluate<number>(`document.querySelector('.news-text').clientHeight`),
      )
      const gap = async (seen: Page) => {
        const news = (await seen.locator('[data-news]').boundingBox())!
        return (await seen.locator('.eyebrow').boundingBox())!.y - news.y - news.height
      }
      expect(await gap(visitor.page)).toBeGreaterThanOrEqual(24)
      await visitor.page.getByRole('link', { name: `Ask for a seat in ${title}` }).click()
      await expect(visitor.page.getByLabel('Message')).toHaveValue(
        new RegExp(`^I would like a seat in "${title}" on .*Roseville`),
      )
      await expect(visitor.page.getByLabel('Interest')).toHaveValue('Lessons')
      await expect(visitor.page.getByLabel('Message')).toBeInViewport()
      await visitor.page.getByRole('contentinfo').getByRole('link', { name: 'About', exact: true }).click()
      await expect(visitor.page.locator('#about')).toBeFocused()
      await expect
        .poll(async () => (await visitor.page.locator('#about-title').boundingBox())!.y)
        .toBeGreaterThan(await below(visitor.page))
      expect(visitor.failed).toEqual([])
      await visitor.close()

      // A notice is one line until it is opened, and takes the room of one.
      await announcements.update(announced.id, { kind: 'info' })
      await expect.poll(received).toContain('data-kind="info"')
      for (const width of [390, 1280]) {
        const later = await browser.newPage({ baseURL, viewport: { width, height: 844 } })
        await later.goto('/')
        await expect(sign(later).getByText(closure)).toBeVisible()
        expect(await gap(later)).toBeGreaterThanOrEqual(24)
        expect(await gap(later)).toBeLessThan(40)
        await later.close()
      }
    } finally {
      await announcements.clear()
      await lessons.remove(id)
    }
  },
)

const longer = { description: 'A party with an instructor, games and all equipment. '.repeat(3) }
const announced = {
  id: 'a',
  kind: 'special',
  text: 'A night shoot on Friday. '.repeat(9),
  startsAt: null,
  endsAt: null,
}

for (const [where, viewport, details] of [
  ['a phone', { width: 390, height: 844 }, {}],
  ['a wide screen', { width: 1440, height: 900 }, byNight],
  ['320 pixels', { width: 320, height: 568 }, byNight],
] as const)
  anonymous(
    `on ${where} nothing moves when the first answer differs from the page as it was built`,
    details,
    async ({ page }) => {
      await page.setViewportSize(viewport)
      await page.addInitScript(measureShift)
      await standIn(page, { '/api/site': siteContent([announced], { 2: longer }) })
      await page.route('/api/site', async (route) => {
        await untilMeasured(page)
        await route.fallback()
      })
      await page.goto('/')
      await expect(page.locator('#services')).toContainText('games and all equipment. A party')
      await expect(sign(page)).toBeVisible()
      await page.getByRole('button', { name: 'Dismiss' }).click()
      await expect(sign(page)).toHaveText('')
      expect(await shiftOf(page)).toBe(0)
    },
  )

/** Also a change that is taken back before it is painted. */
const noticeChange = `window.triedOn = new Promise((resolve) =>
  new MutationObserver(() => resolve()).observe(document.querySelector('#services ul'), { childList: true }))
undefined`

anonymous.describe('a card that grows while it is looked at', () => {
  const card = (page: Page) => page.locator('#services li').nth(2)
  const height = async (page: Page) => (await card(page).boundingBox())!.height
  const open = async (page: Page) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.addInitScript(measureShift)
    await standIn(page)
    await page.goto('/')
    await alive(page)
    await untilMeasured(page)
    await page.evaluate("document.querySelector('#services ul').scrollIntoView({ behavior: 'instant' })")
    const before = await height(page)
    await standIn(page, { '/api/site': siteContent([], { 2: longer }) })
    await page.evaluate(noticeChange)
    await lookAgain(page)
    return before
  }
  const changed = (page: Page) => expect(card(page)).toContainText('games and all equipment. A party')

  anonymous('waits until it is out of sight, so that nothing jumps', async ({ page }) => {
    const before = await open(page)
    await page.evaluate('window.triedOn')
    expect(await height(page)).toBe(before)
    await page.evaluate("window.scrollTo({ top: 0, behavior: 'instant' })")
    await changed(page)
    expect(await height(page)).toBeGreaterThan(before)
    expect(await shiftOf(page)).toBe(0)
  })
})

anonymous(
  'it is asked only after the page has been painted, and one that is there already is not sent again',
  async ({ page }) => {
    const asked = page.waitForResponse('**/api/site')
    await page.goto('/')
    await asked
    const painted = await page.evaluate<number>(`new Promise((resolve) =>
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime)).observe({
      type: 'largest-contentful-paint', buffered: true }))`)
    const [first] = await page.evaluate<number[]>(
      "performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/api/site')).map((each) => each.startTime)",
    )
    expect(first).toBeGreaterThan(painted)
    const again = page.waitForRequest('**/api/site')
    await lookAgain(page)
    const headers = await (await again).allHeaders()
    expect(headers['if-none-match']).toBeTruthy()
  },
)
