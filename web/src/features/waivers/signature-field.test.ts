import { isDrawn, maxDrawingLength } from '@app/contracts/waivers'
import { expect, test } from 'vitest'
import { drawingFrom } from './signature-field'

const stroke = (...points: [number, number][]) => ({ points: points.map(([x, y]) => ({ x, y })) })

test('strokes become lines of whole numbers within the field', () => {
  const drawn = drawingFrom([stroke([1.2, 2.6], [1.3, 2.7], [700, -4], [50, 60]), stroke([9, 9])], 600.4, 200)
  expect(drawn).toEqual({ width: 600, height: 200, path: 'M1 3L600 0L50 60M9 9L10 9' })
})

test('nothing, and a tap alone, are no signature', () => {
  expect(drawingFrom([], 600, 200)).toBeUndefined()
  expect(drawingFrom([stroke([5, 5])], 600, 200)).toBeUndefined()
})

test('a long drawing is thinned until it fits, and keeps its ends', () => {
  const points = Array.from({ length: 20_000 }, (_, at): [number, number] => [at % 599, (at * 7) % 199])
  const drawn = drawingFrom([stroke(...points)], 600, 200)!
  expect(drawn.path.length).toBeLessThanOrEqual(maxDrawingLength)
  expect(drawn.path.length).toBeGreaterThan(maxDrawingLength / 4)
  expect(isDrawn(drawn.path)).toBe(true)
  expect(drawn.path.endsWith(`L${points.at(-1)!.join(' ')}`)).toBe(true)
})
