import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { standIn } from './api'
import { byNight } from './devices'
import { takePicture, takePictures } from './pictures'
import type { Screen } from './screens'
import { expect, test } from './test'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const desktop = { width: 1280, height: 720 }

type Violation = { id: string; nodes: { html: string }[] }

/** Looks at a page in which axe is loaded. All rules, unless some are named. */
async function violations(page: Page, rules?: readonly string[]) {
  const options = {
    // Nodes that pass are not described, which takes most of the time on a page of many records.
    resultTypes: ['violations'],
    // Stylesheets are read for experimental rules alone, and no page has frames that a script may look into.
    preload: false,
    iframes: false,
    ...(rules && { runOnly: rules }),
  }
  const found = await page.evaluate<Violation[]>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) })))`,
  )
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

/** By how much the page, or the content of a dialog, is wider than what shows it. */
const overflow =
  "Math.max(...[document.documentElement, ...document.querySelectorAll('dialog[open] > .overflow-y-auto')].map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))"

type Scheme = 'light' | 'dark'

/**
 * No axe violations, by night in light and dark, and no horizontal scrolling at 320 pixels. By day pages.spec.ts looks at every other
 * of its pages in dark, as all have the same colors. Keeps pictures where they are asked for.
 */
export async function expectAccessible(page: Page, byDay: Scheme = 'light') {
  const schemes: readonly Scheme[] = process.env.NIGHT ? ['light', 'dark'] : [byDay]
  // Once a page: on most screens loading it takes longer than looking.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe)
  for (const scheme of schemes) {
    await page.emulateMedia({ colorScheme: scheme })
    // Colors that are still on their way have neither contrast.
    await page.evaluate(
      'Promise.allSettled(document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime < 2000).map((each) => each.finished))',
    )
    await takePicture(page, scheme)
    // Names, roles and structure are the same in both schemes.
    const rules = scheme === schemes[0] ? undefined : ['color-contrast', 'link-in-text-block']
    expect.soft(await violations(page, rules), scheme).toEqual([])
  }

  await page.setViewportSize({ width: 320, height: 640 })
  await expect.poll(() => page.evaluate(overflow), 'neither page nor dialog may scroll sideways').toBe(0)
  await takePictures(page, 390)
}

/** The same by night alone: by day a page with the same parts is looked at elsewhere. */
export const expectAccessibleByNight = async (page: Page) => (process.env.NIGHT ? expectAccessible(page) : undefined)

/**
 * One test for each screen and those that follow it, by night: no axe violations in light and dark, and no horizontal scrolling at 320
 * pixels. By day pages.spec.ts looks at a page of each kind, and journeys look at what they open.
 */
export function testScreens(screens: readonly Screen[]) {
  for (const { name, path, api, faults: fault, reach, next = [] } of screens) {
    const names = [name, ...next.map((screen) => screen.name)]
    test(
      `${names.join('; ')}: accessible in light and dark, and fits 320 pixels`,
      byNight,
      async ({ page, faults }) => {
        if (fault) faults.expect(fault)
        await standIn(page, api)
        await page.goto(path)
        await reach?.(page)
        await test.step(name, () => expectAccessible(page))
        for (const screen of next) {
          await page.emulateMedia({ colorScheme: 'light' })
          await page.setViewportSize(desktop)
          await screen.reach(page)
          await test.step(screen.name, () => expectAccessible(page))
        }
      },
    )
  }
}
