import type { Page } from '@playwright/test'
import { standIn } from './support/api'
import { byNight } from './support/devices'
import { alive } from './support/home'
import { expect, test } from './support/test'

const booking = 'https://booking.example.com/valley-oak-archery'
const events = 'https://events.example.com/valley-oak-archery'
const heading = (name: string) => ({ name, exact: true })

type Faults = { expect(text: RegExp): void }
/** No published content differs from what the page was built with, whatever other tests have published. */
async function withoutPublished(page: Page, faults: Faults) {
  faults.expect(/ERR_FAILED .*\/api\/site/)
  await standIn(page, { '/api/site': 'abort' })
}
const scrollY = (page: Page) => page.evaluate<number>('window.scrollY')

test('the page is readable while every service is down, and asks for nothing but /api/site', async ({
  page,
  faults,
}) => {
  const calls: string[] = []
  page.on('request', (request) => new URL(request.url()).pathname.startsWith('/api/') && calls.push(request.url()))
  await withoutPublished(page, faults)
  const asked = page.waitForEvent('requestfailed')
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await alive(page)
  await asked
  await expect(page.locator('#services').getByRole('heading', { level: 3 })).toHaveCount(6)
  await expect(page.getByRole('alert')).toHaveCount(0)
  // On a slow machine the page view has been counted by now.
  const asks = calls.map((url) => new URL(url).pathname).filter((path) => path !== '/api/forms/visits')
  expect(asks).toEqual(['/api/site'])
})

test('the home page loads only what it needs', async ({ page, faults }) => {
  await withoutPublished(page, faults)
  const scripts: string[] = []
  page.on('response', async (response) => {
    if (response.url().endsWith('.js')) scripts.push(await response.text())
  })
  await page.goto('/')
  await expect(page.locator('[data-island=contact][data-hydrated]')).toBeAttached()
  // Nobody has touched the page: React came after everything that the first view needs.
  const wait = await page.evaluate<number>(`
    performance.getEntriesByType('resource').find(({ name }) => name.includes('/assets/react-')).startTime -
      performance.getEntriesByType('navigation')[0].loadEventEnd
  `)
  expect(wait).toBeGreaterThan(2_000)
  const staff = /Discovering database schemas|Send Login Code|QueryClient|Checking permissions/
  expect(scripts.filter((text) => staff.test(text))).toEqual([])
})

test('the hero stands where it will be while its fonts are still loading', async ({ page, faults }) => {
  faults.expect(/ERR_FAILED .*woff2/)
  const place = async (width: number) => {
    await page.setViewportSize({ width, height: 900 })
    return page.locator('#hero-title').boundingBox()
  }
  const places = async () => [await place(320), await place(390), await place(768), await place(1440)]
  await page.route('**/*.woff2', (route) => route.abort())
  await page.goto('/')
  const before = await places()
  await page.unroute('**/*.woff2')
  await page.reload()
  await page.evaluate('document.fonts.ready')
  expect(await places()).toEqual(before)
})

test('the sections, the claims, six cards with their calls and the footer are there', async ({ page }) => {
  await page.goto('/')
  await test.step('the sections in their order', async () => {
    // Next lessons are on the page while there are some, which other tests add and remove.
    await expect(page.getByRole('heading', { level: 2 }).filter({ hasNotText: 'Next lessons' })).toHaveText([
      'Six ways to draw a bow',
      'Taught by people who build bows',
      'Your first arrow is closer than you think',
      'Get in touch',
    ])
    const ids = await page
      .locator('#top, #services, #about, #contact')
      .evaluateAll((found) => found.map(({ id }) => id))
    expect(ids).toEqual(['top', 'services', 'about', 'contact'])
    await expect(page.locator('#root > :is(main, footer), #root > [data-island=header] > header')).toHaveCount(3)
  })
  await test.step('the hero has four tiles, About its claims and four figures', async () => {
    await expect(page.locator('#top').getByRole('listitem')).toHaveText([
      '8+ years of archery training',
      '99+ five-star Google reviews',
      'Level 2 USA Archery certified',
      'All ages 8+ welcome',
    ])
    const about = page.locator('#about')
    for (const claim of [/certified by USA Archery \(Level 2\)/, /bowyers/, /Since 2017/, /15,000 students/]) {
      await expect(about.getByText(claim).first()).toBeVisible()
    }
    for (const claim of [/100% safety record/, /all equipment is provided/, /aged 8 and up/, /Class sizes are small/])
      await expect(about.getByText(claim).first()).toBeVisible()
    await expect(about.getByText(/safety instruction, equipment fitting and supervised practice/)).toBeVisible()
    for (const stat of [
      '8+ years of instruction',
      '99+ 5-star reviews',
      '15,000+ students trained since 2017',
      '100% safety record',
    ])
      await expect(about.getByRole('listitem').filter({ hasText: stat })).toBeVisible()
    for (const place of ['Roseville, at the farmers market', 'Sacramento, at the park'])
      await expect(about.getByRole('listitem').filter({ hasText: place })).toContainText(
        'Saturday and Sunday, 9:00 AM to 2:00 PM',
      )
    await expect(about.getByText('Across the greater Sacramento area')).toBeVisible()
  })
  await test.step('six cards in order, each with its call to action and a booking link', async () => {
    const cards = page.locator('#services').getByRole('listitem')
    const mail = (subject: string) => `mailto:hello@archery.example?subject=${encodeURIComponent(subject)}`
    const expected: [title: string, call: string, address: string][] = [
      ['Archery Lessons Near Me', 'See lesson dates', `${events}/lessons`],
      ['Charter School Activities', 'See school programs', `${events}/charter-schools`],
      ['Birthday Parties at $350', 'Plan a party by email', mail('Birthday Parties at $350')],
      ['Corporate Team Building Events', 'Plan an event by email', mail('Corporate Team Building Events')],
      ['Bow Building Classes', 'Ask for a class by email', mail('Bow Building Classes')],
      ['Archery Leagues and Competitions', 'See league dates', `${events}/leagues`],
    ]
    await expect(cards.getByRole('heading', { level: 3 })).toHaveText(expected.map(([title]) => title))
    for (const [at, [title, call, address]] of expected.entries()) {
      const card = cards.nth(at)
      const link = card.getByRole('link', { name: call })
      await expect(link).toHaveAttribute('href', address)
      if (address.startsWith('https:')) await expect(link).toHaveAttribute('target', '_blank')
      const book = card.getByRole('link', { name: `Book Here: ${title}` })
      await expect(book).toHaveText('Book Here (opens in a new tab)')
      // One main and one quiet action.
      await expect(card.getByRole('link')).toHaveCount(2)
      await expect(book).toHaveAttribute('href', booking)
      await expect(card.locator('svg').first()).toBeVisible()
    }
    await expect(cards.nth(2)).toContainText('60-minute')
  })
  await test.step('the footer links to the sections, social networks, legal pages and the maker', async () => {
    const footer = page.getByRole('contentinfo')
    const quick = footer.getByRole('navigation', heading('Quick links')).getByRole('link')
    await expect(quick).toHaveText(['Services', 'About', 'Contact', 'Back to Top'])
    for (const name of [/^Reviews/, /^Photos/, /^Videos/, /^Privacy Policy/, /^Terms/, /^Made with care by/]) {
      const link = footer.getByRole('link', { name })
      await expect(link).toHaveAttribute('target', '_blank')
      await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
      await expect(link).toHaveAttribute('href', /^https:\/\/\w+\.example\.com/)
    }
  })
})

test('every booking link opens the scheduling site in a new tab', byNight, async ({ page, context }) => {
  await context.route('https://*.example.com/**', (route) => route.fulfill({ body: 'elsewhere' }))
  await page.goto('/')
  for (const [name, count] of [
    ['Book Lessons', 1],
    ['Book Archery Lessons', 2],
    ['Book Here', 6],
    ['Book Your Archery School Experience', 1],
  ] as const) {
    const links = page.getByRole('link', { name: new RegExp(`^${name}.*new tab`) })
    await expect(links).toHaveCount(count)
    for (const link of await links.all()) {
      await expect(link).toHaveAttribute('href', booking)
      await expect(link).toHaveAttribute('target', '_blank')
    }
    const [tab] = await Promise.all([context.waitForEvent('page'), links.first().click()])
    expect(tab.url()).toBe(booking)
    expect(await tab.evaluate('window.opener')).toBe(null)
    await tab.close()
  }
  await expect(page).toHaveURL('/')
})

test('the header changes once the page is scrolled by more than 10 pixels; links go to their sections, and focus follows', async ({
  page,
}) => {
  await page.goto('/')
  await alive(page)
  await test.step('the header', async () => {
    const header = page.getByRole('banner')
    const seeThrough = ['background-color', 'rgba(0, 0, 0, 0)'] as const
    await expect(header).toHaveCSS(...seeThrough)
    await expect(header).toHaveAttribute('data-scrolled', 'false')
    await page.evaluate("window.scrollTo({ top: 10, behavior: 'instant' })")
    await expect(header).toHaveAttribute('data-scrolled', 'false')
    await page.evaluate("window.scrollTo({ top: 11, behavior: 'instant' })")
    await expect(header).toHaveAttribute('data-scrolled', 'true')
    await expect(header).not.toHaveCSS(...seeThrough)
  })
  const navigations = [page.getByRole('navigation', heading('Main')), page.getByRole('contentinfo')]
  for (const navigation of navigations)
    for (const name of ['About', 'Contact', 'Services']) {
      await navigation.getByRole('link', { name, exact: true }).click()
      await expect(page.locator(`#${name.toLowerCase()}`)).toBeFocused()
      await expect(page.locator(`#${name.toLowerCase()}-title`)).toBeInViewport()
    }
  await page.getByRole('contentinfo').getByRole('link', { name: 'Back to Top' }).click()
  await expect.poll(() => scrollY(page)).toBe(0)
  await test.step('the logo and the back-to-top button lead to the hero', async () => {
    const floating = page.getByRole('link', { name: 'Scroll to top' })
    for (const link of [page.getByRole('banner').getByRole('link', heading('Valley Oak Archery')), floating]) {
      await page.evaluate("window.scrollTo({ top: 2500, behavior: 'instant' })")
      await link.click()
      await expect.poll(() => scrollY(page)).toBe(0)
      await expect(page.locator('#top')).toBeFocused()
    }
    const [box, window] = [await floating.boundingBox(), page.viewportSize()!]
    await expect(floating).toHaveCSS('position', 'fixed')
    expect(window.width - (box!.x + box!.width)).toBeLessThanOrEqual(24)
    expect(window.height - (box!.y + box!.height)).toBeLessThanOrEqual(24)
  })
})

test('on a phone the menu leads to the sections, and its Book Lessons to the contact form', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/')
  await expect(page.getByRole('navigation', heading('Main'))).toBeHidden()
  const menu = page.getByRole('navigation', heading('Mobile'))
  await alive(page)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await menu.getByRole('link', { name: 'About' }).click()
  await expect(page.locator('#about-title')).toBeInViewport()
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await menu.getByRole('link', { name: 'Book Lessons' }).click()
  await expect(page.locator('#contact')).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible()
  await page.setViewportSize({ width: 768, height: 800 })
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeHidden()
  await expect(page.getByRole('navigation', heading('Main'))).toBeVisible()
})

for (const file of ['hydrate-home', 'react'])
  test(`a press of the menu button while ${file} is loading opens the menu`, byNight, async ({ page, faults }) => {
    await withoutPublished(page, faults)
    await page.setViewportSize({ width: 390, height: 800 })
    const held = Promise.withResolvers<void>()
    await page.route(`**/assets/${file}-*.js`, async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto('/')
    await page.getByRole('button', { name: 'Open menu' }).click()
    held.resolve()
    await expect(page.getByRole('navigation', heading('Mobile'))).toBeVisible()
    await expect(page.getByRole('button', { name: 'Close menu' })).toHaveAttribute('aria-expanded', 'true')
  })

test('a form that a program fills in and sends while the page is loading is sent', async ({ page, faults }) => {
  await withoutPublished(page, faults)
  await standIn(page, { '/api/forms/submit': [200, { success: true, message: 'Thank you.', id: 'x' }] })
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/react-*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/')
  const sent = page.waitForRequest('**/api/forms/submit')
  // No pointer, no key and no scroll, as with voice control.
  await page.evaluate(`
    const form = document.querySelector('form')
    const values = { name: 'Ada Lovelace', email: 'ada@example.com', interest: form.interest.options[1].value, message: 'May I bring my own bow to a lesson?' }
    for (const [name, value] of Object.entries(values)) form[name].value = value
    form.querySelector('[type=submit]').click()
  `)
  await expect(page.locator('form')).toHaveAttribute('aria-busy', 'true')
  held.resolve()
  expect((await sent).postDataJSON()).toMatchObject({ name: 'Ada Lovelace', email: 'ada@example.com' })
  await expect(page.getByText('Send another message')).toBeVisible()
})

test(
  'an unknown path shows the home page; coming from elsewhere, a hash leads to its section',
  byNight,
  async ({ page, faults }) => {
    faults.expect(/404/)
    const answer = await page.goto('/no/such/page')
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await alive(page)
    await page.goto('/login')
    await page.getByRole('link', { name: 'Back to website' }).click()
    await expect(page.locator('#services')).toBeAttached()
    expect(await scrollY(page)).toBe(0)
    await page.goto('/#about')
    await expect(page.locator('#about-title')).toBeInViewport()
    await expect(page.locator('#about')).toBeFocused()
  },
)

test('an unknown or malformed hash is ignored', byNight, async ({ page }) => {
  await page.clock.install()
  for (const hash of process.env.NIGHT ? ['#nowhere', '#%', '#%E0%A4%A'] : ['#%E0%A4%A']) {
    await page.goto(`/${hash}`)
    await alive(page)
    // The page goes to a section a moment after it is shown.
    await page.clock.runFor('00:05')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.goto('about:blank')
  }
})

const focusStyle = `(({ ariaLabel, textContent, id }, { outlineStyle, outlineWidth }) => ({
  outline: outlineStyle, width: outlineWidth, name: ariaLabel || textContent || id,
}))(document.activeElement, getComputedStyle(document.activeElement))`

test('every control is reachable by keyboard and shows its focus', async ({ page }) => {
  await page.goto('/')
  await alive(page)
  const expected = await page
    .locator('a:visible, button:visible, input:visible:not([tabindex="-1"]), select:visible, textarea:visible')
    .count()
  const seen: string[] = []
  for (let step = 0; step < expected + 5; step++) {
    await page.keyboard.press('Tab')
    const focused = page.locator(':focus')
    if ((await focused.count()) === 0) break
    const { outline, width, name } = await page.evaluate<{ outline: string; width: string; name: string }>(focusStyle)
    expect(outline, name).not.toBe('none')
    expect(Number.parseFloat(width), name).toBeGreaterThanOrEqual(2)
    await expect(focused).toBeInViewport()
    seen.push(name)
  }
  expect(seen[0]).toBe('Skip to content')
  expect(seen.length).toBeGreaterThanOrEqual(expected)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('texts, links and form labels are readable', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Birthday Parties at $350' })).toBeVisible()
    await expect(page.getByRole('link', { name: /^Book Archery Lessons/ }).first()).toBeVisible()
    for (const label of ['Full Name', 'Email', 'Interest', 'Message'])
      await expect(page.getByLabel(label)).toBeVisible()
    await expect(page.getByText(/Sending this form needs JavaScript/)).toBeVisible()
    await page.goto('/#ask-bow')
    await expect(page.getByLabel('Interest')).toBeInViewport()
  })
})
