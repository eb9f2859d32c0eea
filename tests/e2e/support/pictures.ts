import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { test } from './test'

const { PICTURES: folder } = process.env
const taken = new Map<string, number>()

/** Keeps a picture of the page in the folder `PICTURES`, if that is set, for a person to look at. */
export async function takePicture(page: Page, scheme: 'light' | 'dark') {
  if (!folder) return
  const [file, ...titles] = test.info().titlePath
  const name = [file!.replace('.spec.ts', ''), ...titles].join(' ').replaceAll(/\W+/g, '-').slice(0, 120)
  const look = `${page.viewportSize()!.width}-${scheme}`
  const nth = (taken.get(`${name} ${look}`) ?? 0) + 1
  taken.set(`${name} ${look}`, nth)
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}-${nth}-${look}.png`), fullPage: true })
}

/** Pictures in both schemes at these widths. Leaves the page as wide as it was, in dark colors. */
export async function takePictures(page: Page, ...widths: readonly number[]) {
  if (!folder) return
  const before = page.viewportSize()!
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await takePicture(page, colorScheme)
    }
  }
  await page.setViewportSize(before)
}
