import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { standIn } from './api'
import type { Screen } from './screens'
import { expect, test } from './test'

async function violations(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

/** No axe violations in light and dark, and no horizontal scrolling at 320 pixels. */
export async function expectAccessible(page: Page) {
  expect.soft(await violations(page), 'by day').toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect.soft(await violations(page), 'by night').toEqual([])

  await page.setViewportSize({ width: 320, height: 640 })
  const width = (of: string) => page.evaluate(`document.documentElement.${of}`)
  expect(await width('scrollWidth'), 'the page must not scroll sideways').toBe(await width('clientWidth'))
}

/** One test for each screen: no axe violations in light and dark, and no horizontal scrolling at 320 pixels. */
export function testScreens(screens: readonly Screen[]) {
  for (const { name, path, api, faults: fault, reach } of screens)
    test(`${name}: accessible in light and dark, and fits 320 pixels`, async ({ page, faults }) => {
      if (fault) faults.expect(fault)
      await standIn(page, api)
      await page.goto(path)
      await reach?.(page)
      await expectAccessible(page)
    })
}
