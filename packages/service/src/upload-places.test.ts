import { expect, test } from 'vitest'
import { uploadPlaces } from './upload-places'

const upload = () => new Request('http://localhost/api/upload/image', { method: 'POST' })

test('as many uploads as there are places are taken, and one more for each that ends', () => {
  const places = uploadPlaces(2)
  const [first, second] = [upload(), upload()]
  expect([places.take(first), places.take(second), places.take(upload())]).toEqual([true, true, false])
  places.giveBack(first)
  expect([places.take(upload()), places.take(upload())]).toEqual([true, false])
})

test('a place that is never given back is free after half a minute', () => {
  let at = 0
  const places = uploadPlaces(1, () => at)
  expect(places.take(upload())).toBe(true)
  at = 29_999
  expect(places.take(upload())).toBe(false)
  at = 30_000
  expect(places.take(upload())).toBe(true)
})
