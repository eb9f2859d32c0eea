import { test } from './test'

const viewports = { 'a desktop': { width: 1280, height: 800 }, 'a phone': { width: 390, height: 844 } } as const

/** Declares the same journeys on a desktop and on a phone. */
export function onDesktopAndPhone(declare: () => void): void {
  for (const [device, viewport] of Object.entries(viewports))
    test.describe(`on ${device}`, () => {
      test.use({ viewport })
      declare()
    })
}
