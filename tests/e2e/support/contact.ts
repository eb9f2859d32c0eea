import { expect, type Locator, type Page } from '@playwright/test'
import { visitor } from './sample-people'

/** Fills in the contact form as a visitor would. */
export async function fillContact(page: Page | Locator, changes: Partial<typeof visitor> = {}) {
  const { name, email, interest, message } = { ...visitor, ...changes }
  await page.getByLabel('Full Name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Interest').selectOption({ label: interest.label })
  await page.getByLabel('Message').fill(message)
}

export async function sendContact(page: Page): Promise<void> {
  const send = page.getByRole('button', { name: 'Send Message' })
  // The form is hydrated when it is near; Playwright scrolls to an enabled button only.
  await send.scrollIntoViewIfNeeded()
  await send.click()
}

/** A form filled in within two seconds is held as spam, so tests wait. */
export const takeTime = (page: Page) =>
  expect.poll(() => page.evaluate<number>('performance.now()')).toBeGreaterThan(2_100)
