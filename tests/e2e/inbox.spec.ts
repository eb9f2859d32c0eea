import { byNight, devices } from './support/devices'
import { expect, test } from './support/inquiries'
import { countInteractions } from './support/interactions'

// What waits longest comes first, 50 on a page: inquiries of other journeys would push a new one to the next page.
test.beforeEach(({ records }) => records('contact_submissions').clear())

test('the next waiting mail is answered in two interactions; assigning and snoozing take two each', async ({
  page,
  world,
}) => {
  const first = await world.write({ name: `First ${Date.now()}` })
  await page.goto(`/admin/inbox?open=${first.id}`)
  const open = page.getByRole('region', { name: 'Conversation', exact: true })
  const row = (name: string) =>
    page.getByRole('list', { name: 'Conversations' }).getByRole('listitem').filter({ hasText: name })
  await expect(open).toContainText('A party for ten children')
  await expect(row(first.name)).toContainText('A party for ten children')
  await expect(page.getByLabel('Text')).toHaveValue(/^Hi First/)

  const assigned = countInteractions()
  await assigned(page.keyboard.press('a'))
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await assigned(page.keyboard.press('Enter'))
  await expect(open.getByRole('button', { name: 'Assigned to you' })).toBeVisible()
  await expect(row(first.name)).toContainText('You')
  expect(assigned.total).toBe(2)

  const snoozed = countInteractions()
  await snoozed(page.keyboard.press('s'))
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await snoozed(page.keyboard.press('Enter'))
  await expect(row(first.name)).toHaveCount(0)
  expect(snoozed.total).toBe(2)
  await page.keyboard.press('Control+z')
  await expect(row(first.name)).toHaveCount(1)

  await row(first.name).getByRole('link').click()
  await expect(page.getByLabel('Text')).toHaveValue(/^Hi First/)
  const answered = countInteractions()
  await answered(page.keyboard.press('r'))
  await expect(page.getByLabel('Text')).toBeFocused()
  await answered(page.keyboard.press('Control+Enter'))
  await expect(row(first.name)).toHaveCount(0)
  expect(answered.total).toBe(2)
  expect((await world.mails(first.id)).filter(({ to }) => to[0]?.address === first.email)).toEqual([])

  // Undone within ten seconds, it is the draft again and is sent to nobody.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(page.getByLabel('Text')).toHaveValue(/^Hi First/)
  await expect(row(first.name)).toHaveCount(1)
})

test(
  'with several messages the thread alone scrolls, and eight lines of the answer are in sight',
  byNight,
  async ({ page, world }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    const email = `visitor.with.a.rather.long.address.${Date.now()}@visitor.example`
    const { id } = await world.write({ name: `Long ${Date.now()}`, email })
    await world.reply(id, 'Your party')
    const sent = () => world.mailTo(email, ({ subject }) => subject.startsWith('Your party'))
    await expect.poll(sent, { timeout: 60_000 }).toBeDefined()
    for (const day of ['first', 'second', 'third']) await world.answer((await sent())!, `The ${day} of May suits us.`)
    const arrived = async () => (await page.request.get(`/api/forms/submissions/${id}`)).text()
    await expect.poll(arrived, { timeout: 60_000 }).toContain('The third of May')
    await page.goto(`/admin/inbox?open=${id}`)
    await page.getByLabel('Text').fill('Then it is')
    await expect(page.getByRole('button', { name: 'Discard' })).toBeVisible()
    const lines = () =>
      page.evaluate<number>(`(() => {
      const text = document.getElementById('reply-text')
      const bar = document.querySelector('button[type=submit]').parentElement
      const { lineHeight, paddingTop } = getComputedStyle(text)
      const inSight = bar.getBoundingClientRect().top - text.getBoundingClientRect().top
      return (inSight - parseFloat(paddingTop)) / parseFloat(lineHeight)
    })()`)
    expect(await lines()).toBeGreaterThanOrEqual(8)
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBe(800)
  },
)

test('at 400 % zoom the text of an answer keeps two thirds of the window', byNight, async ({ page, world }) => {
  await page.setViewportSize({ width: 320, height: 256 })
  const { id } = await world.write({ name: `Zoom ${Date.now()}` })
  await page.goto(`/admin/inbox?open=${id}`)
  await expect(page.getByLabel('Text')).toHaveValue(/^Hi Zoom/)
  const inSight = await page.evaluate<number>(`(() => {
    const text = document.getElementById('reply-text')
    scrollBy({ top: text.getBoundingClientRect().top, behavior: 'instant' })
    const { left, top, bottom } = text.getBoundingClientRect()
    let y = Math.max(top, 0) + 1
    while (y < Math.min(bottom, innerHeight) && document.elementFromPoint(left + 20, y) === text) y++
    return y - Math.max(top, 0)
  })()`)
  expect(inSight).toBeGreaterThanOrEqual((256 * 2) / 3)
})

test('on a phone: list, then thread, the person behind one tap', async ({ page, world }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { id, name, email } = await world.write({ name: `Phone ${Date.now()}` })
  await page.goto('/admin/inbox')
  await page.getByRole('list', { name: 'Conversations' }).getByRole('link').filter({ hasText: name }).click()
  await expect(page).toHaveURL(new RegExp(`open=${id}`))
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText('A party for ten children')
  await page.getByRole('button', { name: 'Person' }).click()
  await expect(page.getByRole('region', { name: 'Person' })).toContainText(email)
  await page.getByLabel('Note for the team').fill('The oak range is free.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByRole('region', { name: 'Person' })).toContainText('coach@archery.example')
  await page.getByRole('button', { name: 'Person' }).click()
  // It waits, so its answer box is open.
  await expect(page.getByLabel('Text')).toHaveValue(/^Hi Phone/)
  await page.getByLabel('Text').fill('Hi, half of a')
  await page.getByRole('button', { name: 'Back to the list' }).click()
  await expect(page.getByRole('navigation', { name: 'Views' })).toBeVisible()
  await page.getByRole('list', { name: 'Conversations' }).getByRole('link').filter({ hasText: name }).click()
  await expect(page.getByLabel('Text')).toHaveValue('Hi, half of a')
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
})

for (const { device, viewport, details } of devices) {
  test(
    `on a ${device} a message that arrives while one writes appears, and a second click answers it`,
    details,
    async ({ page, world, faults }) => {
      faults.expect(/status of 409/)
      await page.setViewportSize(viewport)
      const { id, email } = await world.write({ name: `Late on a ${device}` })
      await world.reply(id, 'Your party')
      const sent = () => world.mailTo(email, ({ subject }) => subject.startsWith('Your party'))
      await expect.poll(sent, { timeout: 20_000 }).toBeDefined()
      await page.goto(`/admin/inbox?view=them&open=${id}`)
      await page.getByRole('button', { name: 'Reply' }).click()
      await page.getByLabel('Text').fill('And how many children?')
      await world.answer((await sent())!, 'Never mind, we found a place.')
      await expect(page.getByText('A message has come in while you were writing')).toBeVisible({ timeout: 20_000 })
      await expect(page.getByRole('list', { name: 'Messages' })).toContainText('Never mind, we found a place.')
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await page.getByRole('button', { name: 'Send anyway' }).click()
      await expect(page.getByText('Reply sent')).toBeVisible()
    },
  )

  test(
    `on a ${device} an unmatched mail is attached in two interactions`,
    byNight,
    async ({ page, world, records }) => {
      await page.setViewportSize(viewport)
      const mark = `${device}-${Date.now()}`
      const first = await world.write({ name: `Unmatched ${mark}` })
      await world.reply(first.id, 'Your party')
      const sent = () => world.mailTo(first.email, ({ subject }) => subject.startsWith('Your party'))
      await expect.poll(sent, { timeout: 20_000 }).toBeDefined()
      // It answers a mail of an inquiry that is gone, and the sender has two others, so both are only suggested.
      await records('contact_submissions').remove(first.id)
      const { name } = await world.write({ name: `Suggested ${mark}`, email: first.email })
      await world.write({ name: `Suggested too ${mark}`, email: first.email })
      await world.answer((await sent())!, `Is it this one? ${mark}`)
      const unmatched = async () => (await page.request.get('/api/forms/inbound?state=unmatched')).text()
      await expect.poll(unmatched, { timeout: 20_000 }).toContain(mark)
      const other = await world.write({ name: `Other ${mark}` })
      await page.goto('/admin/inbox')
      const attached = countInteractions()
      const otherViews = page
        .getByRole('navigation', { name: 'Views', exact: true })
        .getByRole('link', { name: /^Other/ })
      await attached(otherViews.click())
      const mail = page.getByRole('article').filter({ hasText: mark })
      // Nothing suggests this one: it is found by its name.
      await mail.getByRole('button', { name: 'Other conversation' }).click()
      const found = mail.getByRole('button', { name: `Attach to ${other.name}` })
      await mail.getByRole('searchbox').fill(other.name)
      // Also when its words are collected after the first look.
      await expect(found).toBeVisible({ timeout: 30_000 })
      await attached(mail.getByRole('button', { name: `Attach to ${name}` }).click())
      await expect(page.getByRole('list', { name: 'Messages' })).toContainText(`Is it this one? ${mark}`)
      expect(attached.total).toBe(2)
    },
  )
}
