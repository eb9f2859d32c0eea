import type { Page } from '@playwright/test'
import { expect, jobs } from '../support/jobs'

const headers = { 'sec-fetch-site': 'same-origin' }
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const messages = (page: Page) => page.getByRole('list', { name: 'Messages' })

/** The one that waits longest opens beside the list of the inbox; a phone opens it from Today. */
async function openFirst(
  page: Page,
  isPhone: boolean,
  count: (action: Promise<unknown>) => Promise<void>,
  name: string,
) {
  await page.goto('/admin/today')
  const due = page.getByRole('region', { name: 'To answer' })
  await count(
    isPhone
      ? due.getByRole('link').filter({ hasText: name }).click()
      : page.getByRole('link', { name: 'Inbox', exact: true }).click(),
  )
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
}

jobs(
  ['answer an inquiry with a template', 'answer with a file', 'answer a visitor who has answered'],
  async ({ page, world, records, isPhone, counts }) => {
    await records('contact_submissions').clear()
    const sent = (email: string, subject: string) => world.mailTo(email, (mail) => mail.subject.startsWith(subject))

    const first = await world.write({ name: `First ${Date.now()}` })
    const template = counts['answer an inquiry with a template']
    await openFirst(page, isPhone, template, first.name)
    await expect(page.getByLabel('Text')).toHaveValue(/^Hi First/)
    await template(button(page, 'Send').click())
    await expect(page.getByText('Reply sent')).toBeVisible()

    const second = await world.write({ name: `Second ${Date.now()}` })
    const file = counts['answer with a file']
    await openFirst(page, isPhone, file, second.name)
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
    await openFirst(page, isPhone, again, first.name)
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
    const snooze = button(page, /^Snooze until Saturday, /)
    expect((await snooze.boundingBox())!.y).toBe((await button(page, 'Undo').boundingBox())!.y)
    await count(snooze.click())
    await page.goto('/admin/inbox')
    await expect(page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Later 1' })).toBeVisible()
    await expect(page.getByText(name)).toHaveCount(0)
    const state = await (await page.request.get(`/api/forms/submissions/${id}`)).json()
    expect([state.assignee, new Date(state.snoozedUntil).getUTCDay()]).toEqual([person.id, 6])
    await page.request.delete(`/api/people/${person.id}`, { headers })
  },
)
