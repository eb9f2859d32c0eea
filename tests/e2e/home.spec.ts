import { standIn } from './support/api'
import { expect, test } from './support/test'

const heading = (name: string) => ({ name, exact: true })

test('the page loads and can be read while no service answers, and asks none of them anything', async ({ page }) => {
  const calls: string[] = []
  await standIn(page)
  page.on('request', (request) => new URL(request.url()).pathname.startsWith('/api/') && calls.push(request.url()))
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send Message' })).toBeEnabled()
  expect(calls).toEqual([])
})

test('only what the home page needs is loaded for it', async ({ page }) => {
  const scripts: string[] = []
  page.on('response', async (response) => {
    if (response.url().endsWith('.js')) scripts.push(await response.text())
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(scripts.length).toBeGreaterThan(0)
  expect(scripts.filter((text) => /Discovering database schemas|Send Login Code|QueryClient/.test(text))).toEqual([])
})

test('the sections stand in their order, with their anchors and their ways to book', async ({ page, baseURL }) => {
  await page.goto('/')
  const ids = await page.locator('#services, #about, #contact').evaluateAll((found) => found.map(({ id }) => id))
  expect(ids).toEqual(['services', 'about', 'contact'])
  await expect(page.getByRole('link', { name: /^Book Here/ })).toHaveCount(6)
  for (const name of [/^Book Lessons/, /^Book Archery Lessons/, /^Book Your Archery School Experience/]) {
    const link = page.getByRole('link', { name }).first()
    await expect(link).toHaveAttribute('target', '_blank')
    expect(new URL((await link.getAttribute('href')) ?? '').origin).not.toBe(baseURL)
  }
  for (const text of ['15,000+ students trained since 2017', '100% safety record', '99+ five-star Google reviews'])
    await expect(page.getByRole('listitem').filter({ hasText: text })).toBeVisible()
})

test('the links of the header and the footer lead to their sections, and the focus follows', async ({ page }) => {
  await page.goto('/')
  for (const name of ['About', 'Contact', 'Services']) {
    await page.getByRole('navigation', heading('Main')).getByRole('link', { name }).click()
    await expect(page.locator(`#${name.toLowerCase()}`)).toBeFocused()
    await expect(
      page.getByRole('heading', { level: 2 }).and(page.locator(`#${name.toLowerCase()}-title`)),
    ).toBeInViewport()
  }
  await page.getByRole('contentinfo').getByRole('link', { name: 'Back to Top' }).click()
  await expect.poll(() => page.evaluate('window.scrollY')).toBe(0)
})

test('the header changes once the page is scrolled by more than 10 pixels', async ({ page }) => {
  await page.goto('/')
  const header = page.getByRole('banner')
  await expect(header).toHaveAttribute('data-scrolled', 'false')
  await page.evaluate("window.scrollTo({ top: 10, behavior: 'instant' })")
  await expect(header).toHaveAttribute('data-scrolled', 'false')
  await page.evaluate("window.scrollTo({ top: 11, behavior: 'instant' })")
  await expect(header).toHaveAttribute('data-scrolled', 'true')
})

test('on a phone the menu leads to the contact form', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('navigation', heading('Mobile')).getByRole('link', { name: 'Book Lessons' }).click()
  await expect(page.locator('#contact')).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible()
})

test('an unknown path shows the home page; coming from elsewhere, a hash leads to its section', async ({
  page,
  faults,
}) => {
  faults.expect(/404/)
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Back to website' }).click()
  await expect(page.locator('#services')).toBeAttached()
  expect(await page.evaluate('window.scrollY')).toBe(0)
  await page.goto('/#about')
  await expect(page.locator('#about-title')).toBeInViewport()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('texts, links and the labels of the form can be read', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Birthday Parties at $350' })).toBeVisible()
    await expect(page.getByRole('link', { name: /^Book Archery Lessons/ }).first()).toBeVisible()
    for (const label of ['Full Name', 'Email', 'Interest', 'Message'])
      await expect(page.getByLabel(label)).toBeVisible()
    await expect(page.getByText(/Sending this form needs JavaScript/)).toBeVisible()
  })
})
