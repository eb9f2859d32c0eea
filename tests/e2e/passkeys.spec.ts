import type { CDPSession, Page } from '@playwright/test'
import { expectAccessible, expectAccessibleByNight } from './support/accessibility'
import { byNight } from './support/devices'
import { signInWithGoogle, whoAmI } from './support/google'
import { latestCode } from './support/mail-codes'
import { expect, test } from './support/test'

/** Chromium's virtual authenticator: a platform key that verifies its user. */
async function authenticator(page: Page, { verified = true, autofill = false } = {}) {
  // Suggestions in the email field would answer before the button is clicked: this authenticator needs no gesture.
  if (!autofill) await page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false')
  const cdp: CDPSession = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: verified,
      automaticPresenceSimulation: true,
    },
  })
  return {
    credentials: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    replace: async (credential: Parameters<typeof add>[0]) => {
      await cdp.send('WebAuthn.clearCredentials', { authenticatorId })
      await add(credential)
    },
  }
  async function add(credential: { credentialId: string; privateKey: string; signCount: number }) {
    await cdp.send('WebAuthn.addCredential', { authenticatorId, credential: credential as never })
  }
}

async function enrol(page: Page, name: string) {
  await page.goto('/admin/sessions')
  await page.getByLabel('Name of the new passkey').fill(name)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText(name)
}
async function signOut(page: Page) {
  // A page that is still loading would make calls without a session.
  await page.goto('/robots.txt')
  await page.request.post('/api/logout', { data: {}, headers: { 'sec-fetch-site': 'same-origin' } })
}

test('a passkey is added on the sessions page, signs in from the login page, and is deleted', async ({ page }) => {
  const key = await authenticator(page)
  await signInWithGoogle(page, `keys.${Date.now()}@visitor.example`)
  await enrol(page, 'Laptop')
  expect(await key.credentials()).toHaveLength(1)
  await expectAccessible(page)

  await signOut(page)
  await page.goto('/login?returnUrl=/admin/sessions')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Account and passkeys' })).toBeVisible()
  expect(await whoAmI(page)).toBe(200)
  await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText('last used')

  await page.getByRole('button', { name: 'Rename Laptop' }).click()
  await page.getByLabel('New name of Laptop').fill('Old laptop')
  await expectAccessibleByNight(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText('Old laptop')

  await page.getByRole('button', { name: 'Delete Old laptop' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Passkeys' })).toHaveCount(0)
})

test('a copied key is refused once the original has been used', byNight, async ({ page, faults }) => {
  faults.expect(/400/)
  const key = await authenticator(page)
  await signInWithGoogle(page, `clone.${Date.now()}@visitor.example`)
  await enrol(page, 'Original')
  const [copy] = await key.credentials()
  await signOut(page)
  await page.goto('/login?returnUrl=/admin/sessions')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Account and passkeys' })).toBeVisible()

  await signOut(page)
  await key.replace({ ...copy!, signCount: 0 })
  const answer = page.waitForResponse('**/api/passkeys/sign-in')
  await page.goto('/login?returnUrl=/admin/sessions')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  expect((await answer).status()).toBe(400)
  expect(await whoAmI(page)).toBe(401)
})

test('an authenticator that does not verify its user cannot be added', byNight, async ({ page }) => {
  const key = await authenticator(page, { verified: false })
  await signInWithGoogle(page, `unverified.${Date.now()}@visitor.example`)
  await page.goto('/admin/sessions')
  await page.getByLabel('Name of the new passkey').fill('Weak')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeEnabled()
  expect(await key.credentials()).toHaveLength(0)
  await expect(page.getByRole('list', { name: 'Passkeys' })).toHaveCount(0)
})

test(
  'after a sign-in by code a passkey is offered; once there is one, the email field signs in by it',
  byNight,
  async ({ page, mailUrl }) => {
    const email = `offered.${Date.now()}@visitor.example`
    await signInWithGoogle(page, email)
    await signOut(page)
    await authenticator(page, { autofill: true })
    await page.goto('/login?returnUrl=/admin/sessions')
    await page.getByLabel('Email Address').fill(email)
    await page.getByRole('button', { name: 'Send Login Code' }).click()
    await page.getByLabel(/Enter the code/).fill(await latestCode(mailUrl, email))
    await page.getByRole('button', { name: 'Verify & Login' }).click()
    await expect(page.getByText('Skip the code next time')).toBeVisible()
    await enrol(page, 'Desk')

    // No click and no text: this authenticator takes the browser's suggestion at once.
    await signOut(page)
    await page.goto('/login?returnUrl=/admin/sessions')
    await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText('last used')
    expect(await whoAmI(page)).toBe(200)
  },
)
