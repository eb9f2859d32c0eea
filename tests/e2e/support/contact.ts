import type { Locator, Page } from '@playwright/test'
import { visitor } from './people'

/** Fills in the contact form as a visitor would. */
export async function fillContact(page: Page | Locator, changes: Partial<typeof visitor> = {}) {
  const { name, email, interest, message } = { ...visitor, ...changes }
  await page.getByLabel('Full Name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Interest').selectOption({ label: interest.label })
  await page.getByLabel('Message').fill(message)
}

export const sendContact = (page: Page) => page.getByRole('button', { name: 'Send Message' }).click()
