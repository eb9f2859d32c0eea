import { expect, type Page } from '@playwright/test'

/** Opens the popup and waits for the provider's sign-in page. */
export async function openGoogle(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  const popup = await opened
  await popup.getByLabel('Email address').waitFor()
  return popup
}

/** Submits the provider's page, which closes the popup. */
export async function answerAs(popup: Page, email: string) {
  // In the same tab the login page, which has such a field as well, may still be there.
  await popup.getByRole('heading', { name: 'Local sign-in' }).waitFor()
  await popup.getByLabel('Email address').fill(email)
  await popup.getByRole('button', { name: 'Continue', exact: true }).click()
}

/** Signs in through the popup, as a person would. */
export async function signInWithGoogle(page: Page, email: string, path = '/login') {
  await page.goto(path)
  await answerAs(await openGoogle(page), email)
  await expect(page).not.toHaveURL(/\/login/)
}

export const whoAmI = async (page: Page) => (await page.request.get('/api/users/me')).status()
