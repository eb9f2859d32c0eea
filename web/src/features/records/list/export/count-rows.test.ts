import { expect, test } from 'vitest'
import { rowCounter } from './use-export'

const bytes = (text: string) => new TextEncoder().encode(text)

test('rows are counted across chunks, without the header and line breaks inside quotes', () => {
  const count = rowCounter()
  expect(count(bytes('\ufeffid,name\r'))).toBe(0)
  expect(count(bytes('\n1,"a\r\nb ""c'))).toBe(0)
  expect(count(bytes('""\n"\r\n2,ü\r\n'))).toBe(2)
})
