import { expect, test } from 'vitest'
import { noting } from './note-files'

test('every function notes its file before anything else, on the same lines', () => {
  const source = [
    'function one() {',
    '  return two(1)',
    '}',
    'const two = (given) => ({ given, three() { return 3 } })',
  ].join('\n')
  const changed = noting('a.ts', source)
  expect(changed.split('\n')).toHaveLength(4)
  const ran: string[] = []
  const result = new Function('globalThis', `${changed}; return one().three()`)({
    ran: { add: (file: string) => ran.push(file) },
  })
  expect([result, ran]).toEqual([3, ['a.ts', 'a.ts', 'a.ts']])
})
