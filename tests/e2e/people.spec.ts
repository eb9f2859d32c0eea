import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility'
import { byNight } from './support/devices'
import { signInWithGoogle } from './support/google'
import { codeMails, latestCode } from './support/mail-codes'
import { adminEmail } from './support/sample-people'
import { expect, test } from './support/staff'

const headers = { 'sec-fetch-site': 'same-origin' }
const item = (page: Page, email: string) => page.getByRole('listitem').filter({ hasText: email })

async function invite(page: Page, email: string, name: string) {
  await page.getByRole('button', { name: 'Invite a person' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a person' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Name (optional)').fill(name)
  await dialog.getByRole('button', { name: 'Instructor preset' }).click()
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(dialog).toHaveCount(0)
}

test(
  'an admin invites an instructor from the settings, who signs in by code with the rights of the preset',
  byNight,
  async ({ page, browser, baseURL, mailUrl }) => {
    await page.goto('/admin')
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('link', { name: 'People' }).click()
    await expect(page.getByRole('heading', { name: 'People', exact: true })).toBeVisible()
    const email = `robin.${Date.now()}@archery.example`
    await invite(page, email, 'Robin Fletcher')
    await expect(item(page, email)).toContainText('Edits Lessons; sees')
    await expect(item(page, email)).toContainText('not signed in yet')
    await expect(item(page, email)).toContainText('Robin Fletcher')

    const context = await browser.newContext({ baseURL })
    const robin = await context.newPage()
    await robin.goto('/login')
    await robin.getByLabel('Email Address').fill(email)
    await robin.getByRole('button', { name: 'Send Login Code' }).click()
    await robin.getByLabel(`Enter the code sent to ${email}`).fill(await latestCode(mailUrl, email))
    await robin.getByRole('button', { name: 'Verify & Login' }).click()
    await expect
      .poll(async () => (await robin.request.get('/api/admin/status')).json())
      .toEqual({
        isAdmin: false,
        role: 'staff',
        tables: { lessons: 'edit', students: 'view', guardians: 'view', instructors: 'view', equipment: 'view' },
        exports: [],
      })
    await context.close()

    const { data } = (await (await page.request.get('/api/people')).json()) as { data: { id: string; email: string }[] }
    await page.request.delete(`/api/people/${data.find((one) => one.email === email)!.id}`, { headers })
  },
)

test('rights are edited per table, disabling signs out, and deleting asks first', async ({ page }) => {
  await page.goto('/admin/people')
  const email = `sam.${Date.now()}@archery.example`
  await invite(page, email, 'Sam Archer')
  await page.getByRole('button', { name: `Edit ${email}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Sam Archer' })
  await dialog.getByRole('radiogroup', { name: 'Students' }).getByLabel('Edit').check()
  await dialog.getByLabel('Export Students').check()
  await dialog.getByRole('radiogroup', { name: 'Lessons' }).getByLabel('None').check()
  await expect(dialog.getByLabel('Export Lessons')).toBeDisabled()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(item(page, email)).toContainText(/Edits Students; sees .*exports Students/)

  await page.getByRole('button', { name: `Edit ${email}` }).click()
  await dialog.getByLabel('Disabled').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(item(page, email)).toContainText('Disabled')

  await page.getByRole('button', { name: `Edit ${email}` }).click()
  await dialog.getByRole('button', { name: 'Delete...' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete this person?' })
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(item(page, email)).toHaveCount(0)
})

test('an admin cannot change their own access, and reads why', byNight, async ({ page }) => {
  await page.goto('/admin/people')
  await page.getByRole('button', { name: `Edit ${adminEmail}` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('status')).toContainText('This is you.')
  await expect(dialog.getByLabel('Staff')).toBeDisabled()
  await expect(dialog.getByRole('button', { name: 'Delete...' })).toHaveCount(0)
})

test(
  'the mail about an access request leads to a filled-in invitation',
  byNight,
  async ({ page, browser, baseURL }) => {
    const context = await browser.newContext({ baseURL })
    const visitor = await context.newPage()
    await signInWithGoogle(visitor, 'hopeful@visitor.example')
    await visitor.goto('/admin')
    await visitor.getByRole('button', { name: 'Request access' }).click()
    await expect(visitor.getByRole('status')).toBeVisible()
    await context.close()
    await page.goto(`/admin/people?invite=${encodeURIComponent('hopeful@visitor.example')}`)
    await expect(page.getByRole('dialog').getByLabel('Email')).toHaveValue('hopeful@visitor.example')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(item(page, 'hopeful@visitor.example')).toContainText('Requests access')
  },
)

test('the screen and its dialogs are accessible in light and dark, and fit 320 pixels', byNight, async ({ page }) => {
  // The matrix of rights begins with four people.
  const invited = await Promise.all(
    ['Ada', 'Bo', 'Cy'].map(async (name) => {
      const data = { email: `${name}.${Date.now()}@archery.example`, name, role: 'staff', rights: {}, exports: [] }
      const answer = await page.request.post('/api/people', { headers, data })
      expect(answer.status()).toBe(201)
      return (await answer.json()) as { person: { id: string } }
    }),
  )
  await page.goto('/admin/people')
  await expect(page.getByRole('table')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Invite a person' }).click()
  await expect(page.getByRole('radiogroup', { name: 'Lessons' })).toBeVisible()
  await expectAccessible(page)
  for (const { person } of invited) await page.request.delete(`/api/people/${person.id}`, { headers })
})

// The last one: it ends the session that the tests of this file share.
test(
  'a change after an old sign-in asks for a fresh one, then goes through',
  byNight,
  async ({ page, faults, mailUrl }) => {
    faults.expect(/403/)
    await page.goto('/admin/people')
    const email = `late.${Date.now()}@archery.example`
    let refused = false
    await page.route('**/api/people', (route) => {
      if (refused || route.request().method() !== 'POST') return route.fallback()
      refused = true
      return route.fulfill({
        status: 403,
        json: { error: 'Please confirm that it is you, then try again.', code: 'recent_sign_in_required' },
      })
    })
    await page.getByRole('button', { name: 'Invite a person' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite a person' })
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })
    const { length: sentBefore } = await codeMails(mailUrl, adminEmail)
    await confirm.getByRole('button', { name: 'Send Login Code' }).click()
    await confirm
      .getByLabel(`Enter the code sent to ${adminEmail}`)
      .fill(await latestCode(mailUrl, adminEmail, sentBefore))
    await confirm.getByRole('button', { name: 'Verify & Login' }).click()
    await expect(confirm).toHaveCount(0)
    await expect(item(page, email)).toBeVisible()
  },
)
