import type { Page } from '@playwright/test'
import ICAL from 'ical.js'
import { byNight, onDesktopAndPhone } from './support/devices'
import { countInteractions } from './support/interactions'
import { addLesson, addStudent, at, clearLessons, today, uniqueName } from './support/school-day'
import { expect, test } from './support/staff'

const longDay = (day: string) =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString('en-US', {
    timeZone: 'UTC',
    weekday: 'long',
    month: 'long',
    day: 'numeric',
  })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test.beforeEach(({ page }) => clearLessons(page))

const events = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))
}

onDesktopAndPhone(() => {
  test(
    'a subscription takes 2 interactions, is read by another parser, and ends when it is revoked',
    byNight,
    async ({ page, playwright, baseURL }) => {
      const title = uniqueName('First; arrows, with \\ signs')
      await addLesson(page, title, { starts_at: at(12), minutes: 90, place: 'sacramento' })
      const off = uniqueName('Rained off')
      await addLesson(page, off, { starts_at: at(13), cancelled: true })
      await page.goto('/admin/calendar')
      const counted = countInteractions()
      await counted(button(page, 'Subscribe').click())
      await counted(button(page, 'Create an address').click())
      const address = await page.getByLabel('Copy it now: it is not shown again.').inputValue()
      expect(counted.total).toBe(2)

      // A calendar app has no session.
      const app = await playwright.request.newContext({ baseURL })
      const path = new URL(address).pathname
      const answer = await app.get(path)
      expect(answer.status()).toBe(200)
      expect(answer.headers()['content-type']).toContain('text/calendar')
      const [first, second] = events(await answer.text())
      expect(first!.summary).toBe(title)
      expect(first!.startDate.toJSDate().toISOString()).toBe(at(12))
      expect(first!.duration.toSeconds()).toBe(90 * 60)
      // With what the website says about the place, once that is published.
      expect(first!.location).toMatch(/^(at the park, )?Sacramento(, CA)?$/)
      expect(second!.summary).toBe(`Canceled: ${off}`)
      expect(second!.component.getFirstPropertyValue('status')).toBe('CANCELLED')

      expect((await app.get(path.replace(/.\.ics$/, 'x.ics'))).status(), 'a wrong address').toBe(404)
      await button(page, 'Revoke').first().click()
      await expect(button(page, 'Revoke')).toHaveCount(0)
      await expect.poll(async () => (await app.get(path)).status()).toBe(404)
      await app.dispose()
    },
  )
})

test('a lesson moves by a key at the same time of day, and back by Undo', byNight, async ({ page }) => {
  const title = uniqueName('Moving')
  const { id } = await addLesson(page, title, { starts_at: at(10) })
  const starts = async () => (await (await page.request.get(`/api/tables/lessons/${id}`)).json()).starts_at
  await page.goto(`/admin/calendar?view=month&day=${today()}`)
  await page.getByRole('link', { name: new RegExp(title) }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  const next = new Date(`${today()}T12:00:00Z`)
  next.setUTCDate(next.getUTCDate() - 7)
  await expect.poll(starts).toBe(at(10, next.toISOString().slice(0, 10)))
  await button(page, 'Undo').click()
  await expect.poll(starts).toBe(at(10))
})

test(
  'a lesson that is dragged to another day moves there at the same time of day, and back by Undo',
  byNight,
  async ({ page }) => {
    const title = uniqueName('Dragged')
    const { id } = await addLesson(page, title, { starts_at: at(10) })
    const starts = async () => (await (await page.request.get(`/api/tables/lessons/${id}`)).json()).starts_at
    await page.goto(`/admin/calendar?view=month&day=${today()}`)
    const next = new Date(`${today()}T12:00:00Z`)
    next.setUTCDate(next.getUTCDate() + 1)
    const tomorrow = next.toISOString().slice(0, 10)
    const entryOn = (day: string) =>
      page
        .getByRole('cell')
        .filter({ has: page.getByText(longDay(day), { exact: true }) })
        .getByRole('link', { name: new RegExp(title) })
    await entryOn(today()).dragTo(
      page.getByRole('cell').filter({ has: page.getByText(longDay(tomorrow), { exact: true }) }),
    )
    await expect(entryOn(tomorrow)).toBeVisible()
    expect(await starts()).toBe(at(10, tomorrow))
    await button(page, 'Undo').click()
    await expect(entryOn(today())).toBeVisible()
    expect(await starts()).toBe(at(10))
  },
)

test(
  'dragging over free hours begins a lesson of that length; dragging it changes its time',
  byNight,
  async ({ page }) => {
    const title = uniqueName('Drawn')
    await page.goto(`/admin/calendar?view=week&day=${today()}`)
    const day = page.getByRole('region', { name: longDay(today()) })
    await expect(day).toBeVisible()
    /** The middle of the column at an hour of the day; the grid begins at 8. */
    const pointAt = async (hour: number) => {
      const head = (await day.getByRole('heading').locator('..').boundingBox())!
      const { x, y, width, height } = (await day.boundingBox())!
      return { x: x + width / 2, y: y + head.height + ((height - head.height) * (hour - 8)) / 10 }
    }
    const [from, to] = [await pointAt(9), await pointAt(10.5)]
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(to.x, to.y, { steps: 5 })
    await page.mouse.up()
    const form = page.getByRole('dialog', { name: 'Create Lesson' })
    await form.getByLabel('Title').fill(title)
    await form.getByLabel('Place').selectOption('Sacramento')
    await expect(form.getByLabel('Minutes')).toHaveValue('90')
    await form.getByRole('button', { name: 'Save' }).click()
    const entry = day.getByRole('link', { name: new RegExp(title) })
    await expect(entry).toContainText('9:00 AM')
    const box = (await entry.boundingBox())!
    await entry.dragTo(day, {
      sourcePosition: { x: box.width / 2, y: 4 },
      targetPosition: await pointAt(13).then(async ({ x, y }) => {
        const around = (await day.boundingBox())!
        return { x: x - around.x, y: y - around.y + 4 }
      }),
    })
    await expect(entry).toContainText('1:00 PM')
    await expect(page.getByText(/moved to .*, 1:00 PM/)).toBeVisible()
  },
)

test('on a phone the month fits, and a day leads to its agenda', byNight, async ({ page }) => {
  const title = uniqueName('Small')
  await addLesson(page, title, { starts_at: at(10) })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/admin/calendar?view=month&day=${today()}`)
  const table = page.getByRole('table')
  await expect(table).toBeVisible()
  expect(await table.evaluate((element) => element.getBoundingClientRect().right)).toBeLessThanOrEqual(390)
  await page.getByRole('button', { name: `1 on ${longDay(today())}` }).click()
  await expect(page.getByRole('link', { name: new RegExp(title) })).toBeVisible()
})

onDesktopAndPhone(() => {
  test('the agenda shows how long a lesson is, where, and how many seats are taken', byNight, async ({ page }) => {
    const [first, second] = [uniqueName('First'), uniqueName('Second')]
    const student = await addStudent(page, uniqueName('Ada Brook'))
    await addLesson(page, first, { starts_at: at(10), minutes: 90, seats: 4, students: [student.id] })
    await addLesson(page, second, {
      starts_at: at(12),
      place: 'sacramento',
      seats: 1,
      students: [student.id],
      cancelled: true,
    })
    await page.goto(`/admin/calendar?view=agenda&day=${today()}`)
    const entry = (title: string) => page.getByRole('link', { name: new RegExp(title) })
    await expect(entry(first)).toHaveText(`10:00 AM 90 min${first}Roseville · No instructor · 1 of 4 students`)
    await expect(entry(second)).toContainText('Canceled · Sacramento · No instructor · Full: 1 of 1 students')
    // It fills the space between them, in whose middle it stands.
    const dot = entry(first).getByText('·', { exact: true }).first()
    const [box, pair] = [(await dot.boundingBox())!, (await dot.locator('..').boundingBox())!]
    expect(box.x).toBe(pair.x)
    expect(box.width).toBeGreaterThanOrEqual(16)
  })
})

test('the heads of a week stand side by side, also where days without lessons are narrow', async ({ page }) => {
  await clearLessons(page)
  await addLesson(page, uniqueName('First arrows'))
  await page.goto(`/admin/calendar?view=week&day=${today()}`)
  for (const width of [768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const days = page.getByRole('region').filter({ has: page.getByRole('button', { name: /^Add on / }) })
    await expect(days).toHaveCount(7)
    let edge = 0
    for (const day of await days.all())
      for (const part of [day.getByRole('heading'), day.getByRole('button', { name: /^Add on / })]) {
        const { x, width: wide } = (await part.boundingBox())!
        expect(x, `${await day.getByRole('heading').textContent()} at ${width}`).toBeGreaterThanOrEqual(
          Math.floor(edge),
        )
        edge = x + wide
      }
  }
})
