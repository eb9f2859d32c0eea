import { expect, type Page } from '@playwright/test'

/** Waits until the home page runs: its header is hydrated at the first sign of a visitor after its script has loaded. */
export async function alive(page: Page): Promise<void> {
  let x = 0
  await expect(async () => {
    await page.mouse.move(++x, 5)
    await expect(page.locator('[data-island=header][data-hydrated]')).toBeAttached({ timeout: 500 })
  }).toPass()
}
