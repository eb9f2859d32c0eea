import type { Page } from '@playwright/test'
import { phonePhoto } from '../support/photos'
import { expectAccessible, expectAccessibleByNight } from './support/accessibility'
import { byNight } from './support/devices'
import { expect, test } from './support/inquiries'
import { countInteractions } from './support/interactions'

test.use({ viewport: { width: 390, height: 844 } })

const headers = { 'sec-fetch-site': 'same-origin' }
const shippedPhone = '(916) 555-0142'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The page as it arrives, without its program. */
const received = async (page: Page, path = '/') => {
  const html = await (await page.request.get(path)).text()
  // Without its drawings, for a readable failure.
  return html.replace(/<svg.*?<\/svg>|class="[^"]*"/gs, '')
}

/** On a phone the last tabs are behind a button. */
async function showTab(page: Page, name: string) {
  const tab = page.getByRole('tab', { name, exact: true })
  const more = page.getByRole('main').getByRole('button', { name: 'More', exact: true })
  await expect(tab.or(more).first()).toBeVisible()
  if (await tab.isVisible()) return tab.click()
  await more.click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

test.afterEach(async ({ page }) => {
  const restored = await page.request.post('/api/site/versions/0/restore', { headers })
  expect([200, 409]).toContain(restored.status())
  await expect.poll(() => received(page)).toContain(shippedPhone)
})

test(
  "the owner's day on a phone: a phone number by 4 interactions, a closure by 5, both at once in the page",
  byNight,
  async ({ page, browser }) => {
    await page.goto('/admin?table=lessons')
    const phone = countInteractions()
    await phone(page.getByRole('link', { name: 'Edit site' }).click())
    await phone(page.getByLabel('Phone number', { exact: true }).fill('(916) 555-0117'))
    await phone(button(page, 'Publish...').click())
    const dialog = page.getByRole('dialog', { name: 'Publish 1 change' })
    await expect(dialog).toContainText(shippedPhone)
    await expect(dialog).toContainText('Also changes 1 text')
    await phone(dialog.getByRole('button', { name: 'Publish now' }).click())
    await expect.poll(() => received(page), { intervals: [100] }).toContain('(916) 555-0117')
    expect(phone.total).toBe(4)
    await expect(button(page, 'Publish...')).toBeDisabled()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('region', { name: 'Draft' }).locator(':focus'), 'not the top of the page').toHaveCount(
      1,
    )

    await page.goto('/admin?table=lessons')
    const closure = countInteractions()
    await closure(page.getByRole('link', { name: 'Edit site' }).click())
    await closure(button(page, 'Add a closure').click())
    await closure(page.getByLabel('Date', { exact: true }).fill('2099-12-26'))
    await closure(button(page, 'Publish...').click())
    await closure(page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click())
    expect(closure.total).toBe(5)

    // As a visitor without JavaScript, a search engine, and a visitor whose page is hydrated.
    await expect.poll(() => received(page)).toContain('Dec 26: closed')
    const html = await received(page, '/no-such-page')
    expect(html).toContain('"validFrom":"2099-12-26"')
    expect(html).toContain('"telephone":"+19165550117"')
    expect(html).not.toContain(shippedPhone)
    const visitor = await browser.newPage()
    await visitor.goto('/')
    await visitor.getByRole('button', { name: 'Open menu' }).click()
    await expect(visitor.locator('[data-island=header][data-hydrated=true]')).toBeAttached()
    await expect(visitor.getByRole('link', { name: '(916) 555-0117' })).toBeAttached()
    await visitor.close()

    await showTab(page, 'History')
    const versions = page.getByRole('list', { name: 'Versions' })
    await expect(versions.locator('> li').first()).toContainText('Live')
    await expectAccessible(page)
    await showTab(page, 'Facts')
    await expectAccessible(page)
  },
)

test('a hidden section, a moved one and a question are on the page without its program', async ({ page }) => {
  await page.goto('/admin/website?show=texts')
  for (const part of ['Questions and answers', 'Order of the sections'])
    await page.locator('summary', { hasText: part }).click()
  await page.getByRole('checkbox', { name: 'Services' }).uncheck()
  await button(page, 'Move Questions and answers up').click()
  await button(page, 'Add a question').click()
  await page.getByLabel('Question', { exact: true }).fill('Must I bring a bow? <img src=x onerror=alert(1)>')
  await page.getByLabel('Answer', { exact: true }).fill('No. Call {phone}.')
  await expectAccessible(page)
  await button(page, 'Publish...').click()
  await page.getByRole('dialog', { name: 'Publish 2 changes' }).getByRole('button', { name: 'Publish now' }).click()
  await expect.poll(() => received(page)).toContain('No. Call (916) 555-0142.')
  const html = await received(page)
  expect(html).toContain('"@type":"FAQPage"')
  expect(html).not.toContain('<img')
  expect(html).not.toContain('href="#services"')

  await page.goto('/')
  // Next lessons are on the page while there are some, which other tests add and remove.
  await expect(page.getByRole('heading', { level: 2 }).filter({ hasNotText: 'Next lessons' })).toHaveText([
    'Taught by people who build bows',
    'Questions and answers',
    'Your first arrow is closer than you think',
    'Get in touch',
  ])
  await page.getByText('Must I bring a bow?').click()
  await expect(page.getByText('No. Call (916) 555-0142.')).toBeVisible()
  await expectAccessibleByNight(page)
})

test('a privacy policy is written, published and read at its own address', byNight, async ({ page, browser }) => {
  await page.goto('/admin/website?show=texts')
  await page.locator('summary', { hasText: 'Privacy policy' }).click()
  await page.getByRole('textbox', { name: 'Privacy policy' }).fill('We keep little.')
  await button(page, 'Publish...').click()
  const dialog = page.getByRole('dialog', { name: 'Publish 1 change' })
  await expect(dialog).toContainText('We keep little.')
  await dialog.getByRole('button', { name: 'Publish now' }).click()
  await expect.poll(() => received(page, '/privacy')).toContain('<p>We keep little.</p>')
  // The two are kept for a second each.
  await expect.poll(() => received(page)).toContain('href="/privacy"')

  const visitor = await browser.newPage({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  await visitor.goto('/')
  await visitor.getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy')
  await visitor.close()
  await page.goto('/privacy')
  await expectAccessible(page)
})

test('two people who edit the website are warned, and the preview shows the draft', async ({ page, faults }) => {
  faults.expect(/409/)
  await page.goto('/admin/website?show=texts')
  const headline = page.getByLabel('Headline', { exact: true })
  await headline.fill('Come to the range')
  await expect(page.getByRole('status').first()).toContainText('Saved by')
  await showTab(page, 'Preview')
  const draft = page.frameLocator('iframe')
  await expect(draft.getByRole('heading', { level: 1 })).toHaveText('Come to the range')
  // A click on the page opens the field that says what was clicked; the links of the page lead nowhere.
  await draft.getByRole('heading', { level: 1 }).click()
  await expect(headline).toBeFocused()
  await showTab(page, 'Preview')
  await draft.getByRole('link', { name: '(916) 555-0142' }).first().click()
  await expect(page.getByLabel('Phone number', { exact: true })).toBeFocused()

  const { tag, content } = await (await page.request.get('/api/site/draft')).json()
  const theirs = { ...content, texts: { ...content.texts, call: { ...content.texts.call, title: 'Theirs' } } }
  const saved = await page.request.put('/api/site/draft', {
    data: theirs,
    headers: { ...headers, 'if-match': `"${tag}"` },
  })
  expect(saved.status()).toBe(200)
  await showTab(page, 'Texts')
  await headline.fill('Mine')
  await expect(page.getByText('Someone else is editing the website')).toBeVisible()
  await button(page, 'Continue with theirs').click()
  await expect(headline).toHaveValue('Come to the range')

  // Back to what visitors see.
  const now = await (await page.request.get('/api/site/draft')).json()
  const undone = await page.request.put('/api/site/draft', {
    data: now.live,
    headers: { ...headers, 'if-match': `"${now.tag}"` },
  })
  expect(undone.status()).toBe(200)
})

test(
  'an instructor who agrees is on the page with a photo, and off it again',
  byNight,
  async ({ page, browser, baseURL, records }) => {
    const file = { name: 'robin.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto(800, 1_000) }
    const uploaded = await page.request.post('/api/upload/image', {
      multipart: { file },
      headers: { ...headers, 'x-requested-with': 'test' },
    })
    const { url: photo } = (await uploaded.json()) as { url: string }
    const instructors = records('instructors')
    const robin = { name: 'Robin Vale', email: 'robin.vale@example.com', certification: 'level_3', photo }
    const { id } = await instructors.create(robin)
    try {
      await page.goto(`/admin?table=instructors&record=${id}&mode=edit`)
      const dialog = page.getByRole('dialog', { name: /^Edit/ })
      await dialog.getByLabel('Show on website').check()
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(dialog).toBeHidden()
      await expect.poll(() => received(page)).toContain('/api/site/portraits/')

      const visitor = await browser.newPage({
        baseURL,
        javaScriptEnabled: false,
        viewport: { width: 390, height: 844 },
      })
      await visitor.goto('/')
      const section = visitor.getByRole('region', { name: 'Instructors' })
      await section.scrollIntoViewIfNeeded()
      const shown = section.getByRole('img', { name: 'Robin Vale' })
      const shape = () =>
        shown.evaluate((image) => {
          const { clientWidth, clientHeight } = image as unknown as { clientWidth: number; clientHeight: number }
          return [clientWidth, clientHeight] as const
        })
      const before = await shape()
      await expect
        .poll(() => shown.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
        .toBeGreaterThan(0)
      // Its room was there before.
      expect(await shape()).toEqual(before)
      expect(before[1] / before[0]).toBeCloseTo(5 / 4, 1)
      await expect(section).toContainText('Certification: Level 3')
      expect(await visitor.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
      await visitor.close()
      await page.goto('/')
      await expectAccessible(page)

      await instructors.update(id, { on_website: false })
      await expect.poll(() => received(page)).not.toContain('Robin Vale')
    } finally {
      await instructors.remove(id)
    }
  },
)

test(
  'a day of the owner on a phone: hours, a closure, a season, a photo, the logo and a price, seen by a visitor without JavaScript',
  byNight,
  async ({ page, browser, baseURL, records, world, faults }) => {
    test.slow()
    faults.expect(/422 .*kind=logo$/)
    // On a busy machine the photo takes the time that one person may use at once.
    faults.expect(/429 .*kind=logo$/)
    const cards = records('service_cards')
    const party = (await cards.all()).find(({ icon }) => icon === 'party')!
    try {
      await page.goto('/admin/website')
      await page.getByLabel('Opens', { exact: true }).fill('10:00')
      await button(page, 'Add a closure').click()
      await page.getByLabel('Date', { exact: true }).fill('2099-12-26')
      await button(page, 'Add a season').click()
      const season = page.getByRole('group', { name: 'Season 1' })
      await expect(season.getByLabel('Name (optional)')).toBeFocused()
      await season.getByLabel('First day').fill('2099-06-01')
      await season.getByLabel('Last day').fill('2099-08-31')
      await season.getByRole('checkbox', { name: 'Sunday' }).press('Space')
      await season.getByLabel('Name (optional)').fill('summer')
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)

      await showTab(page, 'Look')
      const hero = page.getByRole('region', { name: 'Photo at the top' })
      const photo = { name: 'range.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto(1_600, 1_200) }
      await hero.getByLabel('Choose a photo: Photo at the top').setInputFiles(photo)
      await hero.getByLabel('Shape').selectOption('Wide (16:9)')
      await hero.getByLabel('Top to bottom: Photo at the top').fill('0.3')
      await hero.getByLabel(/^Description/).fill('Children at the range')
      const logo = page.getByRole('region', { name: 'Logo' })
      const drawing = {
        name: 'logo.svg',
        mimeType: 'image/svg+xml',
        buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      }
      const choose = (file: typeof photo, shown: () => Promise<void>) =>
        expect(async () => {
          await logo.getByLabel('Choose a logo: Logo').setInputFiles(file)
          await shown()
        }).toPass()
      const soon = { timeout: 10_000 }
      await choose(drawing, () => expect(logo.getByRole('alert')).toContainText('SVG', soon))
      const square = { ...photo, buffer: await phonePhoto(300, 300) }
      await choose(square, () => expect(logo.getByRole('img')).toHaveCount(2, soon))
      await expectAccessible(page)

      // What is changed in the table is live at once, and what is changed in the draft waits.
      await cards.update(party.id, { price: 360 })
      await page.goto('/admin/website')
      await expect(page.getByLabel('Birthday Parties at ...')).toHaveValue('360')
      await page.getByLabel('Birthday Parties at ...').fill('375')
      await showTab(page, 'Preview')
      const draft = page.frameLocator('iframe')
      await expect(draft.getByText('Birthday Parties at $375')).toBeAttached()
      await expect.poll(() => received(page)).toContain('Birthday Parties at $360')
      await expect(draft.getByText('Saturday and Sunday, 10:00 AM to 2:00 PM').first()).toBeVisible()
      await expect(draft.getByRole('img', { name: 'Children at the range' })).toBeVisible()
      await button(page, 'Publish...').click()
      const publish = page.getByRole('dialog', { name: 'Publish 6 changes' })
      await expect(publish).toContainText('Photo at the top')
      await expect(publish).toContainText('Birthday Parties at $360')
      await publish.getByRole('button', { name: 'Publish now' }).click()
      await expect.poll(() => received(page)).toContain('10:00 AM to 2:00 PM')

      const visitor = await browser.newPage({
        baseURL,
        javaScriptEnabled: false,
        viewport: { width: 390, height: 844 },
      })
      await visitor.goto('/')
      const summer = 'Jun 1 to Aug 31: Saturday, 10:00 AM to 2:00 PM (summer)'
      for (const text of ['Birthday Parties at $375', 'Dec 26: closed', '10:00 AM to 2:00 PM', summer])
        await expect(visitor.getByText(text).first()).toBeAttached()
      const shown = visitor.getByRole('img', { name: 'Children at the range' })
      await expect(shown).toBeVisible()
      expect(
        await shown.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
      ).toBeGreaterThan(0)
      const brand = visitor.locator('header').getByRole('img', { name: 'Valley Oak Archery' })
      // Two and a half times the size of the text, as the drawn target.
      expect(await brand.evaluate(({ clientHeight }) => clientHeight)).toBe(43)
      const html = await received(page)
      for (const data of [
        '"opens":"10:00"',
        '"price":375',
        '"validFrom":"2099-12-26"',
        '"validThrough":"2099-08-31"',
        '-512.png"',
      ])
        expect(html).toContain(data)
      // On a wide screen it fills the right half to the edge, around its focal point.
      await visitor.setViewportSize({ width: 1280, height: 800 })
      const { x, width } = (await shown.boundingBox())!
      expect([x, x + width]).toEqual([640, 1280])
      await expect(shown).toHaveCSS('object-position', '50% 30%')
      await visitor.close()
      // The dashboard shows it once its copy, which browsers keep for a minute, has run out.
      await expect
        .poll(async () => (await (await page.request.get('/api/site')).json()).logo?.alt)
        .toBe('Valley Oak Archery')
      expect((await (await page.request.get('/admin.webmanifest')).json()).icons[0].src).toMatch(/-180\.png$/)
      // The mail box puts the picture that travels in a mail into its markup.
      const { id } = await world.write()
      await expect
        .poll(async () => (await world.mails(id))[0]?.html, { timeout: 60_000 })
        .toMatch(/<img src="data:image\/png;base64,[^"]{99,}" width="56" height="56" alt=""[^>]*>Valley Oak Archery/)
      expect((await world.mails(id))[0]?.attachments).toBeUndefined()
    } finally {
      await cards.update(party.id, { price: 350 })
    }
  },
)
