import { cleanRichText } from '@app/rich-text/clean-rich-text'
import { attacks, mutated } from '@app/rich-text/markup-attacks.fixture'
import type { Page } from '@playwright/test'
import { standIn } from './support/api'
import { dashboardApi, lesson, lessonsSchema } from './support/table-screens'
import { expect, test } from './support/test'

/** Injected code calls `alert`, which is counted. */
const countAlerts = 'window.ran = 0; window.alert = () => { window.ran++ }'

/** Runs in the page: inserts each text as markup and returns the resulting HTML. */
const show = (texts: readonly string[]) => `(async () => {
  const shown = ${JSON.stringify(texts)}.map((text) => {
    const place = document.createElement('div')
    document.body.append(place)
    place.innerHTML = text
    const once = place.innerHTML
    place.innerHTML = once
    return [once, place.innerHTML]
  })
  const settled = (image) => image.complete || new Promise((done) => ['load', 'error'].map((event) => image.addEventListener(event, done)))
  await Promise.all([...document.images].map(settled))
  for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame)
  await new Promise((done) => setTimeout(done))
  for (const each of document.querySelectorAll('a, p, b')) each.click?.()
  document.body.replaceChildren()
  return { shown, ran: window.ran }
})()`

/** All of them by night. */
const [mutations, forms] = process.env.NIGHT ? [20_000, 6] : [4_000, 1]

test('of thousands of sanitized mutations none runs in the browser, and sanitizing twice changes nothing', async ({
  page,
  faults,
}) => {
  // The raw attacks request missing images, and links of the sanitized ones lead nowhere.
  faults.expect(/./)
  await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><body>' }))
  await page.goto('/')
  await page.evaluate(countAlerts)
  await page.evaluate("addEventListener('click', (event) => event.preventDefault())")
  const texts = [...attacks, ...mutated(mutations)].map(cleanRichText)
  for (let from = 0; from < texts.length; from += 4_000) {
    const part = texts.slice(from, from + 4_000)
    const { shown, ran } = await page.evaluate<{ shown: [string, string][]; ran: number }>(show(part))
    expect(ran).toBe(0)
    for (const [at, [once, twice]] of shown.entries()) {
      if (once !== twice) throw new Error(`${part[at]} is read as ${once}, then as ${twice}`)
      if (cleanRichText(once) !== cleanRichText(twice)) throw new Error(`${part[at]} is another text when it is saved`)
    }
  }
  // Control: the same attacks do run without sanitizing.
  expect((await page.evaluate<{ ran: number }>(show(attacks))).ran).toBeGreaterThan(5)
})

const breakout = `"'><img src=x onerror=alert(1)><script>alert(1)</script><svg onload=alert(1)>{{7*7}}\${alert(1)}`
const poisoned = (at: number) => `${attacks[at % attacks.length]!.slice(0, 120)}${breakout}`

/** A table description with an attack in every text. */
const hostileSchema = {
  name: 'lessons',
  title: breakout,
  description: breakout,
  required: ['name'],
  properties: Object.fromEntries(
    Object.entries(lessonsSchema.properties).map(([name, field], at) => {
      const texts = { title: poisoned(at).slice(0, 200), description: poisoned(at + 7) }
      const options = { enum: ['a', 'b'], enumNames: [poisoned(at), breakout] }
      if (name === 'place') return [name, { ...field, ...texts, ...options }]
      if (name === 'levels') return [name, { ...field, ...texts, items: options }]
      return [name, { ...field, ...texts, ...(name === 'name' && { default: breakout }) }]
    }),
  ),
}
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    ...Object.fromEntries(Object.keys(lessonsSchema.properties).map((name, n) => [name, poisoned(at * 13 + n)])),
    id: lesson(at).id,
    levels: [poisoned(at)],
    photo: 'javascript:alert(1)',
    sheet: `javascript:alert(1)//${breakout}`,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-02T00:00:00.000Z',
  }))

const rows = rowsOf(Math.ceil(attacks.length / 3))
const hostileApi = {
  ...dashboardApi,
  '/api/admin/schemas': [200, [hostileSchema, { name: 'broken', title: breakout, error: breakout }]] as [
    number,
    unknown,
  ],
  '/api/tables/lessons': [200, { data: rows, page: 1, limit: 50, total: rows.length, totalPages: 1 }] as [
    number,
    unknown,
  ],
  ...Object.fromEntries(rows.map((row) => [`/api/tables/lessons/${row.id}`, [200, row] as [number, unknown]])),
}

/** The pages without their CSP, which would hide attempts to run code. */
async function withoutPolicy(page: Page) {
  await page.addInitScript({ content: countAlerts })
  await page.route('**/admin*', async (route) => {
    const answer = await route.fetch()
    const { 'content-security-policy': _policy, ...headers } = answer.headers()
    await route.fulfill({ response: answer, headers })
  })
}

async function untouched(page: Page) {
  expect(await page.evaluate('window.ran')).toBe(0)
  // Markup of a record is text: no elements and no script URLs.
  const planted =
    "img[src='x'], svg[onload], [onerror], [onclick], [onload], iframe, object, embed, a[href^='javascript' i]"
  expect(await page.locator(planted).count()).toBe(0)
}

test('no text of a table description or record runs as code, in list or form', async ({ page }) => {
  await withoutPolicy(page)
  await standIn(page, hostileApi)
  await page.goto('/admin')
  await expect(page.locator('[data-row]')).toHaveCount(rows.length)
  await expect(
    page
      .getByRole('heading', { level: 1 })
      .or(page.getByRole('heading', { level: 2 }))
      .first(),
  ).toBeVisible()
  await untouched(page)
  for (const row of rows.slice(0, forms)) {
    await page.goto(`/admin?record=${row.id}&mode=edit`)
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(page.locator('[contenteditable=true]')).toBeVisible()
    await untouched(page)
  }
  await page.goto('/admin?record=new')
  await page.locator('[contenteditable=true]').waitFor()
  await untouched(page)
  await page.goto('/admin?q=%3Cimg%20src=x%20onerror=alert(1)%3E&f.name=%3Csvg%20onload=alert(1)%3E')
  await expect(page.locator('[data-row]')).toHaveCount(rows.length)
  await untouched(page)
})

test('stored rich text that was never sanitized does not run in the editor', async ({ page }) => {
  await withoutPolicy(page)
  const all = attacks.join('')
  const row = { ...lesson(1), text: all }
  await standIn(page, { ...dashboardApi, [`/api/tables/lessons/${row.id}`]: [200, row] })
  await page.goto(`/admin?record=${row.id}&mode=edit`)
  await expect(page.locator('[contenteditable=true]')).toBeVisible()
  await untouched(page)
})
