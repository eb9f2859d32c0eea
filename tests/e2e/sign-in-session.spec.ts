import type { Page, PlaywrightWorkerArgs } from '@playwright/test'
import { standIn } from './support/api'
import { fillContact } from './support/contact'
import { byNight } from './support/devices'
import { answerAs, openGoogle, signInWithGoogle, whoAmI } from './support/google'
import { adminEmail, visitor } from './support/sample-people'
import { admin, user } from './support/screens'
import { expect, test } from './support/test'

type Playwright = PlaywrightWorkerArgs['playwright']

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Please sign in again' })

/** Ends every session of the user; the browser of the page hears nothing of it. */
async function endElsewhere(page: Page, playwright: Playwright, baseURL: string) {
  const elsewhere = await playwright.request.newContext({ baseURL, storageState: await page.context().storageState() })
  const headers = { 'sec-fetch-site': 'same-origin' }
  expect((await elsewhere.delete('/api/sessions', { headers })).status()).toBe(200)
  await elsewhere.dispose()
}

test('when the session ends under an open page, the sign-in dialog opens and the call is retried', async ({
  page,
  playwright,
  baseURL,
  faults,
}) => {
  faults.expect(/401/)
  await signInWithGoogle(page, adminEmail)
  await expect(page.getByRole('tab').first()).toBeVisible()
  await page.evaluate("document.body.dataset.kept = 'yes'")
  await endElsewhere(page, playwright, baseURL!)

  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/api\/tables\/\w+$/.test(pathname)) calls.push(pathname)
  })
  // Its list needs no other answer first.
  const tab = page.getByRole('tab', { name: 'Students' })
  await tab.click()
  await expect(dialog(page)).toBeVisible()
  await expect(dialog(page).getByLabel('Email Address')).toHaveValue(adminEmail)
  await expect(dialog(page).getByLabel('Email Address')).toBeFocused()
  await answerAs(await openGoogle(page), adminEmail)
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: /\(\d+ records?\)$/ })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(calls).toEqual([calls[0], calls[0]])
  expect(await page.evaluate('document.body.dataset.kept')).toBe('yes')
  await expect(tab).toBeFocused()
})

test(
  'a different user who signs in over the page gets a fresh page',
  byNight,
  async ({ page, playwright, baseURL, faults }) => {
    faults.expect(/401/)
    await signInWithGoogle(page, adminEmail)
    await expect(page.getByRole('tab').first()).toBeVisible()
    await page.evaluate("document.body.dataset.kept = 'yes'")
    await endElsewhere(page, playwright, baseURL!)
    await page.getByRole('tab').nth(1).click()
    await expect(dialog(page)).toBeVisible()
    await answerAs(await openGoogle(page), 'somebody.else@visitor.example')
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
    await expect(page.getByText('Logged in as: somebody.else@visitor.example')).toBeVisible()
    expect(await page.evaluate('document.body.dataset.kept')).toBeUndefined()
  },
)

test('logging out in one tab logs out the other', async ({ page, faults }) => {
  faults.expect(/401/)
  await signInWithGoogle(page, adminEmail)
  const other = await page.context().newPage()
  await other.goto('/admin?table=students')
  await expect(other.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await expect(other).toHaveURL('/login?returnUrl=%2Fadmin%3Ftable%3Dstudents')
  expect(await whoAmI(page)).toBe(401)

  // Logging in in one tab also logs in the other.
  await answerAs(await openGoogle(page), adminEmail)
  await expect(page).toHaveURL('/admin')
  await expect(other).toHaveURL('/admin?table=students')
})

test(
  "a person's sessions are listed, also the one kept for the day, and can be ended, one or all",
  byNight,
  async ({ page, browser, baseURL, faults }) => {
    faults.expect(/401/)
    const email = `sessions.${Date.now()}@visitor.example`
    const elsewhere = await browser.newContext({ baseURL })
    const phone = await elsewhere.newPage()
    await phone.goto('/login')
    await phone.getByRole('checkbox', { name: 'Keep me signed in today' }).check()
    await answerAs(await openGoogle(phone), email)
    await expect(phone).not.toHaveURL(/\/login/)
    await signInWithGoogle(page, email)
    await page.getByRole('link', { name: 'Account and passkeys' }).click()
    await expect(page).toHaveURL('/admin/sessions')
    const items = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
    await expect(items).toHaveCount(2)
    await expect(items.filter({ hasText: 'This browser' })).toHaveCount(1)
    await expect(items.filter({ hasText: 'kept signed in for the day' })).toHaveCount(1)
    await expect(items.filter({ hasText: 'This browser' })).not.toContainText('kept signed in for the day')

    // By keyboard alone.
    const end = items.filter({ hasNotText: 'This browser' }).getByRole('button')
    await end.focus()
    await page.keyboard.press('Enter')
    await expect(items).toHaveCount(1)
    expect(await whoAmI(phone)).toBe(401)
    await elsewhere.close()

    await page.getByRole('button', { name: 'Log out everywhere' }).focus()
    await page.keyboard.press('Enter')
    const asked = page.getByRole('alertdialog', { name: 'Log out everywhere?' })
    await expect(asked).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(asked).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Log out everywhere' })).toBeFocused()
    await page.keyboard.press('Enter')
    await asked.getByRole('button', { name: 'Log out everywhere' }).click()
    await expect(page).toHaveURL('/login')
    expect(await whoAmI(page)).toBe(401)
  },
)

test('a non-admin can request access, and the admins get one mail', byNight, async ({ page, mailUrl }) => {
  const email = `asks.${Date.now()}@visitor.example`
  await signInWithGoogle(page, email, '/login?returnUrl=%2Fadmin')
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  const told = page.getByRole('status').filter({ hasText: 'Your request has been sent to the admins.' })
  await page.getByRole('button', { name: 'Request access' }).click()
  await expect(told).toBeFocused()
  await page.reload()
  await page.getByRole('button', { name: 'Request access' }).click()
  await expect(told).toBeVisible()
  const mails = async () => {
    const all = await (await page.request.get(`${mailUrl}/api/messages`)).json()
    return all.filter(({ text }: { text: string }) => text.includes(email)).length
  }
  await expect.poll(mails).toBe(1)
})

test('the account menu links to the sessions page', byNight, async ({ page }) => {
  await signInWithGoogle(page, adminEmail)
  await page.getByRole('button', { name: `Account ${adminEmail}` }).click()
  await page.getByRole('link', { name: 'Account and passkeys' }).click()
  await expect(page.getByRole('heading', { name: 'Account and passkeys' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  await page.getByRole('link', { name: 'Tables', exact: true }).click()
  await expect(page.getByRole('tab').first()).toBeVisible()
})

test('a record being edited is kept during sign-in and saved once afterwards', byNight, async ({ page, faults }) => {
  faults.expect(/401/)
  const verified = { success: true, user }
  await standIn(page, {
    ...admin,
    '/api/oauth/providers': [200, { google: false }],
    '/api/send-otp': [200, { success: true, resendIn: 60 }],
    '/api/verify-otp': [200, verified],
  })
  const saves: unknown[] = []
  await page.route('**/api/tables/contact_submissions', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    saves.push(route.request().postDataJSON())
    if (saves.length > 1) return route.fulfill({ status: 201, json: { id: 'a', ...(saves[1] as object) } })
    await route.fulfill({ status: 401, json: { error: 'Please sign in.', code: 'not_signed_in' } })
  })
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Add New' }).click()
  const form = page.getByRole('dialog', { name: /^Create/ })
  await fillContact(form)
  await form.getByRole('button', { name: 'Save' }).click()

  await expect(dialog(page)).toBeVisible()
  await expect(form.getByLabel('Full Name')).toHaveValue(visitor.name)
  await dialog(page).getByRole('button', { name: 'Send Login Code' }).click()
  await dialog(page).locator('#otp').fill('123456')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(form).toHaveCount(0)
  expect(saves).toEqual([saves[0], saves[0]])
  expect(saves[0]).toMatchObject({ name: visitor.name, message: visitor.message })
})
