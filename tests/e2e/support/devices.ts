import { test } from './test'

/** Of a journey or a screen by night alone: another one, or a test of the screen or the store, proves its mechanism by day. */
export const byNight = { tag: '@night' } as const

/** Repeats on a phone run by night. */
export const devices = [
  { device: 'desktop', viewport: { width: 1280, height: 800 }, details: {} },
  { device: 'phone', viewport: { width: 390, height: 844 }, details: byNight },
] as const

/** Declares the same journeys on a desktop and on a phone. */
export function onDesktopAndPhone(declare: () => void): void {
  for (const { device, viewport, details } of devices)
    test.describe(`on a ${device}`, details, () => {
      test.use({ viewport })
      declare()
    })
}
