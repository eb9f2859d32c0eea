import type { Locator, Page } from '@playwright/test'

/** Draws one stroke in the field for the signature. */
export async function draw(page: Page, form: Locator) {
  const field = form.getByRole('img', { name: /^Field for the signature/ })
  await field.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await field.boundingBox())!
  await page.mouse.move(x + width / 4, y + height / 2)
  await page.mouse.down()
  for (const at of [0.3, 0.4, 0.5, 0.6]) await page.mouse.move(x + width * at, y + height * (1 - at), { steps: 4 })
  await page.mouse.up()
}
