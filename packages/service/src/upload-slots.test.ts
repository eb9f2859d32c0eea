import { expect, test } from 'vitest'
import { uploadSlots } from './upload-slots'

const upload = () => new Request('http://localhost/api/upload/image', { method: 'POST' })

test('uploads are accepted while a slot is free', () => {
  const slots = uploadSlots(2)
  const [first, second] = [upload(), upload()]
  expect([slots.acquire(first), slots.acquire(second), slots.acquire(upload())]).toEqual([true, true, false])
  slots.release(first)
  expect([slots.acquire(upload()), slots.acquire(upload())]).toEqual([true, false])
})

test('a slot that is never released is free after half a minute', () => {
  let at = 0
  const slots = uploadSlots(1, () => at)
  expect(slots.acquire(upload())).toBe(true)
  at = 29_999
  expect(slots.acquire(upload())).toBe(false)
  at = 30_000
  expect(slots.acquire(upload())).toBe(true)
})
