import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  colorFaults,
  colorSchemes,
  colorStyles,
  colorTokens,
  contrast,
  nearest,
  shippedColors,
  type WebsiteColors,
} from './colors'

test.each([
  ['#000000', '#ffffff', 21],
  ['#777777', '#ffffff', 4.48],
  ['#12564e', '#f3f6ee', 7.75],
])('%s on %s has the contrast %d', (one, other, ratio) => {
  expect(contrast(one, other)).toBeCloseTo(ratio, 1)
  expect(contrast(other, one)).toBe(contrast(one, other))
})

test('the shipped colors can be read', () => {
  expect(colorFaults(shippedColors)).toEqual([])
  expect(colorFaults(null)).toEqual([])
})

test('gray text is refused, and the nearest gray that passes is offered', () => {
  const colors = structuredClone(shippedColors)
  colors.ink.light = '#999999'
  const [fault, ...others] = colorFaults(colors)
  expect(others).toEqual([])
  expect(fault).toMatchObject({ token: 'ink', scheme: 'light', needed: 4.5 })
  expect(fault!.ratio).toBeLessThan(4.5)
  const [red, green, blue] = fault!.offer!.match(/[0-9a-f]{2}/g)!
  expect(new Set([red, green, blue]).size).toBe(1)
  expect(colorFaults({ ...colors, ink: { ...colors.ink, light: fault!.offer! } })).toEqual([])
  // A little lighter would not pass.
  const lighter = `#${(Number.parseInt(red!, 16) + 7).toString(16).repeat(3)}`
  expect(colorFaults({ ...colors, ink: { ...colors.ink, light: lighter } })).toHaveLength(1)
})

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const pair = fc.record({ light: hex, dark: hex })

test('whatever is chosen, following the offers leads to colors that can be read', () => {
  fc.assert(
    fc.property(fc.record({ paper: pair, ink: pair, primary: pair, accent: pair, woods: pair }), (chosen) => {
      const colors: WebsiteColors = structuredClone(chosen)
      // In the order of the tokens: what is written on a ground follows the ground.
      for (const token of colorTokens)
        for (const scheme of colorSchemes) {
          const fault = colorFaults(colors).find((each) => each.token === token && each.scheme === scheme)
          if (!fault) continue
          expect(fault.offer, `${token} ${scheme}`).toBeDefined()
          colors[token][scheme] = fault.offer!
        }
      expect(colorFaults(colors)).toEqual([])
      expect(colorStyles(colors)).toMatch(/^:root\{(--color-[a-z-]+:light-dark\(#[0-9a-f]{6},#[0-9a-f]{6}\);?)+\}\n$/)
    }),
    { numRuns: 6 },
  )
})

test('a color that passes stays', () => {
  expect(nearest('#12564e', () => true)).toBe('#12564e')
  expect(nearest('#12564e', () => false)).toBeUndefined()
})

test('secondary text can be read in sunlight, also in pale colors of a school', () => {
  const pale = { ...shippedColors, ink: { light: '#3d3d3d', dark: '#c9c9c9' } } as const
  for (const colors of [shippedColors, pale]) {
    const of = (name: string) =>
      new RegExp(`--color-${name}:light-dark\\((#\\w{6}),(#\\w{6})\\)`).exec(colorStyles(colors))!
    for (const scheme of [1, 2])
      for (const ground of ['paper', 'card', 'sunken'])
        expect(contrast(of('muted')[scheme] as '#', of(ground)[scheme] as '#'), ground).toBeGreaterThanOrEqual(7)
  }
})
