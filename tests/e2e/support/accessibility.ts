import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { standIn } from './api'
import type { Screen } from './screens'
import { expect, test } from './test'

/** Nodes that pass are not described, which takes most of the time on a page of many records. */
const onlyViolations: Parameters<AxeBuilder['options']>[0] = { resultTypes: ['violations'] }

async function violations(page: Page, rules?: string[]) {
  const axe = new AxeBuilder({ page })
    .options({ ...onlyViolations, ...(rules && { runOnly: rules }) })
    // Otherwise each analysis opens a page of its own, for frames of other origins, which there are none of.
    .setLegacyMode()
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

/** No axe violations in light and dark, and no horizontal scrolling at 320 pixels. */
export async function expectAccessible(page: Page) {
  expect.soft(await violations(page), 'by day').toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  // Names, roles and structure are the same in both schemes.
  expect.soft(await violations(page, ['color-contrast', 'link-in-text-block']), 'by night').toEqual([])

  await page.setViewportSize({ width: 320, height: 640 })
  const overflow = () => page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  await expect.poll(overflow, 'the page must not scroll sideways').toBe(0)
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
