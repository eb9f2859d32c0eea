import { expect, test } from 'vitest'
import { type Box, isDisturbed } from './services'

const height = 800
/** Two rows of three, 300 pixels each, 60 between them; heights by row. */
const grid = (top: number, first = 300, second = 300): Box[] =>
  [0, 1, 2, 3, 4, 5].map((at) =>
    at < 3 ? { top, bottom: top + first } : { top: top + first + 60, bottom: top + first + 60 + second },
  )
const judge = (before: Box[], after: Box[], keepsPlace = true) => isDisturbed(before, after, height, keepsPlace)

test.each<[string, Box[], Box[], boolean]>([
  ['a change that keeps every size', grid(100), grid(100), false],
  ['half a pixel', grid(100), grid(100, 300.4), false],
  ['a card that grows in sight', grid(100), grid(100, 327), true],
  ['a card that shrinks in sight', grid(100), grid(100, 273), true],
  ['a card that grows below the window', grid(900), grid(900, 327), false],
  ['the second row, below the window', grid(500), grid(500, 300, 327), false],
  ['the second row, in sight', grid(300), grid(300, 300, 327), true],
  ['a card that grows above the window', grid(-700), grid(-700, 300, 327), false],
  ['the first row above, while the second is read', grid(-310), grid(-310, 327), false],
  ['a row that goes, in sight', grid(100), grid(100).slice(0, 3), true],
  ['a row that goes, below the window', grid(900), grid(900).slice(0, 3), false],
  ['a row that comes, in sight', grid(100).slice(0, 3), grid(100), true],
  ['a row that comes where the cards end below the window', grid(600).slice(0, 3), grid(600), false],
  ['all of them gone, above the window', grid(-700), [], false],
])('%s', (_, before, after, expected) => {
  expect(judge(before, after)).toBe(expected)
})

test('where the browser does not keep the place of what is read, nothing above it may change its size', () => {
  expect(judge(grid(-700), grid(-700, 300, 327), false)).toBe(true)
  expect(judge(grid(-700), grid(-700), false)).toBe(false)
})
