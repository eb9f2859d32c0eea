import { expect, test } from './support/inquiries'
import { countInteractions } from './support/interactions'

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
  await page.getByRole('button', { name: 'Reply' }).click()
  await expect(page.getByLabel('Text')).toBeFocused()
  await expect(page.getByLabel('Text')).toHaveValue(/^Hi Phone/)
  await page.getByLabel('Text').fill('Hi, half of a')
  await page.getByRole('button', { name: 'Back to the list' }).click()
  await expect(page.getByRole('navigation', { name: 'Views' })).toBeVisible()
  await page.getByRole('list', { name: 'Conversations' }).getByRole('link').filter({ hasText: name }).click()
  await expect(page.getByLabel('Text')).toHaveValue('Hi, half of a')
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
})
