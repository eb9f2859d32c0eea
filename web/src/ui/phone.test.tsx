import { renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { dialHref, usePhoneText } from '#ui/phone'

const textOf = (phone: string) => renderHook(() => usePhoneText(phone)).result

test.each([
  ['9165550142', '(916) 555-0142'],
  ['916.555.0142', '(916) 555-0142'],
  ['(916) 555-0142', '(916) 555-0142'],
  ['+1 916 555 0142', '(916) 555-0142'],
  ['555', '555'],
  ['', ''],
])('%j is shown as %j at once', (typed, shown) => {
  expect(textOf(typed).current).toBe(shown)
})

test.each([
  ['+442079460958', '+44 20 7946 0958'],
  ['916-555-0142 x4', '(916) 555-0142 ext. 4'],
  ['555-0142', '555-0142'],
])('%j is shown as %j as soon as the numbering plans are there', async (typed, shown) => {
  const result = textOf(typed)
  await waitFor(() => expect(result.current).toBe(shown))
})

test.each([
  ['916-555-0142', 'tel:9165550142'],
  ['+1 (916) 555-0142', 'tel:+19165550142'],
  ['916-555-0142 x12', 'tel:9165550142;ext=12'],
  ['+44 (0)20 7946 0958', 'tel:+442079460958'],
  ['ask', undefined],
  ['12', undefined],
])('%j calls %j', (phone, href) => {
  expect(dialHref(phone)).toBe(href)
})
