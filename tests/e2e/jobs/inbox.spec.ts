import type { Page } from '@playwright/test'
import { expect, jobs } from '../support/jobs'
import { today } from '../support/school-day'

const headers = { 'sec-fetch-site': 'same-origin' }
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
/** The entry that leads to a Saturday, which is not named on the day itself and on the day before. */
function untilSaturday(): RegExp {
  const weekday = new Date(`${today()}T12:00:00Z`).getUTCDay()
  return weekday === 6 ? /^In a week/ : weekday === 5 ? /^Tomorrow morning/ : /^Saturday morning/
}
const messages = (page: Page) => page.getByRole('list', { name: 'Messages' })

/** The one that waits longest opens beside the list; on a phone it is tapped, and so is the field for the answer. */
async function openFirst(
  page: Page,
  isPhone: boolean,
  count: (action: Promise<unknown>) => Promise<void>,
  name: string,
) {
  await page.goto('/admin/today')
  await count(page.getByRole('link', { name: 'Inbox', exact: true }).click())
  if (isPhone)
    await count(page.getByRole('list', { name: 'Conversations' }).getByRole('link').filter({ hasText: name }).click())
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
}

jobs(
  ['answer an inquiry with a template', 'answer with a file', 'answer a visitor who has answered'],
  async ({ page, world, records, isPhone, counts }) => {
    await records('contact_submissions').clear()
    const answer = async (name: string, count: (action: Promise<unknown>) => Promise<void>) => {
      await openFirst(page, isPhone, count, name)
      if (isPhone) await count(button(page, 'Reply').click())
    }
    const sent = (email: string, subject: string) => world.mailTo(email, (mail) => mail.subject.startsWith(subject))

    const first = await world.write({ name: `First ${Date.now()}` })
    const template = counts['answer an inquiry with a template']
    await answer(first.name, template)
    await expect(page.getByLabel('Text')).toHaveValue(/^Hi First/)
    await template(button(page, 'Send').click())
    await expect(page.getByText('Reply sent')).toBeVisible()

    const second = await world.write({ name: `Second ${Date.now()}` })
    const file = counts['answer with a file']
    await answer(second.name, file)
    await expect(page.getByLabel('Text')).toHaveValue(/^Hi Second/)
    const sheet = { name: 'packing.txt', mimeType: 'text/plain', buffer: Buffer.from('Closed shoes, and water.') }
    await file(page.locator('input[type=file]').setInputFiles(sheet))
    await expect(page.getByText('packing.txt')).toBeVisible()
    await file(button(page, 'Send').click())
    await expect(page.getByText('Reply sent').last()).toBeVisible()

    // Both are held for as long as they can be undone.
    await expect.poll(() => sent(first.email, 'Your birthday party'), { timeout: 60_000 }).toBeDefined()
    await expect.poll(() => sent(second.email, 'Your birthday party'), { timeout: 60_000 }).toBeDefined()
    expect((await sent(second.email, 'Your birthday party'))!.attachments).toEqual([
      { name: sheet.name, size: sheet.buffer.length },
    ])

    await world.answer((await sent(first.email, 'Your birthday party'))!, 'The second Saturday suits us.')
    const arrived = async () => (await page.request.get(`/api/forms/submissions/${first.id}`)).text()
    await expect.poll(arrived, { timeout: 60_000 }).toContain('The second Saturday suits us.')
    const again = counts['answer a visitor who has answered']
    await answer(first.name, again)
    await expect(messages(page)).toContainText('The second Saturday suits us.')
    await again(page.getByLabel('Text').fill('Then we shall see you on that Saturday.'))
    await again(button(page, 'Send').click())
    await page.goto(`/admin/inbox?view=them&open=${first.id}`)
    await expect(messages(page)).toContainText('The second Saturday suits us.')
    await expect(messages(page)).toContainText('Then we shall see you on that Saturday.')
  },
)

jobs(
  ['give a conversation to a colleague and snooze it until Saturday'],
  async ({ page, world, records, isPhone, counts }) => {
    await records('contact_submissions').clear()
    const email = `ivy.${Date.now()}@archery.example`
    const data = {
      email,
      name: `Ivy ${Date.now()}`,
      role: 'staff',
      rights: { contact_submissions: 'edit' },
      exports: [],
    }
    const invited = await page.request.post('/api/people', { data, headers })
    expect(invited.status(), await invited.text()).toBe(201)
    const { person } = (await invited.json()) as { person: { id: string } }
    const { id, name } = await world.write({ name: `Given ${Date.now()}` })
    const count = counts['give a conversation to a colleague and snooze it until Saturday']
    await openFirst(page, isPhone, count, name)
    await count(button(page, 'Assign').click())
    await count(page.getByRole('menuitem', { name: data.name }).click())
    await expect(button(page, `Assigned to ${data.name}`)).toBeVisible()
    await count(button(page, 'Snooze').click())
    await count(page.getByRole('menuitem', { name: untilSaturday() }).click())
    await page.goto('/admin/inbox')
    await expect(page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Later 1' })).toBeVisible()
    await expect(page.getByText(name)).toHaveCount(0)
    const state = await (await page.request.get(`/api/forms/submissions/${id}`)).json()
    expect([state.assignee, new Date(state.snoozedUntil).getUTCDay()]).toEqual([person.id, 6])
    await page.request.delete(`/api/people/${person.id}`, { headers })
  },
)
