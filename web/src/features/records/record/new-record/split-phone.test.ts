import { expect, test } from 'vitest'
import { splitPhone } from './new-reference-field'

test.each([
  ['R. Brook 916-555-0142', 'R. Brook', '916-555-0142'],
  ['Rosa Brook, (916) 555-0142', 'Rosa Brook', '(916) 555-0142'],
  [' Rosa Brook: +1 916 555 0142 ', 'Rosa Brook', '+1 916 555 0142'],
])('%s is a name and a phone number', (text, name, phone) => {
  expect(splitPhone(text)).toEqual({ name, phone })
})

test.each(['Rosa Brook', 'Rosa Brook 2', 'Brook 2019-05', '916-555-0142', '', 'R2-D2 555-01'])(
  '%s is a name',
  (text) => {
    expect(splitPhone(text)).toEqual({ name: text })
  },
)
