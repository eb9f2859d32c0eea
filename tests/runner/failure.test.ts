import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { described, placeOf, playwrightCommand, reasonOf, vitestCommand } from './failure'

const root = resolve(import.meta.dirname, '../..')

test('the reason is the message without colors and frames, and the lines that differ', () => {
  const message = '\u001b[31mAssertionError\u001b[39m: expected 1 to be 2\n    at run (node_modules/x.js:1:1)'
  const difference = '- Expected\n+ Received\n\n  {\n-   "a": 2,\n+   "a": 1,\n    "b": 3\n  }'
  const lines = ['AssertionError: expected 1 to be 2', '- Expected', '+ Received', '-   "a": 2,', '+   "a": 1,']
  expect(reasonOf(message, difference)).toEqual(lines)
})

test('a pattern that was expected and the text that came are both kept', () => {
  const difference = '- Expected:\n/^405/\n\n+ Received:\n"200 OK"'
  expect(reasonOf('does not match', difference)).toEqual([
    'does not match',
    '- Expected:',
    '/^405/',
    '+ Received:',
    '"200 OK"',
  ])
})

test('a long reason is cut, and says so', () => {
  const difference = Array.from({ length: 30 }, (_, at) => `+ ${at}`).join('\n')
  expect(reasonOf('differs', difference).slice(-2)).toEqual(['+ 11', '… 18 more lines'])
  expect(reasonOf('x'.repeat(5_000))[0]!.length).toBeLessThan(300)
})

test('the place is the first frame in a file of this checkout', () => {
  const frames = [
    { file: `${root}/node_modules/vitest/index.js`, line: 1 },
    { file: '/usr/lib/other.js', line: 2 },
    { file: `${root}/services/auth/src/app.ts`, line: 3 },
  ]
  expect(placeOf(frames)).toBe('services/auth/src/app.ts:3')
  expect(placeOf(frames.slice(0, 2))).toBeUndefined()
})

test('the command runs just that test, whatever its name', () => {
  const command = vitestCommand('unit', 'a.test.ts', "it's (not) $1")
  expect(command).toBe(String.raw`bun --bun x vitest run --project unit a.test.ts -t 'it'\''s \(not\) \$1'`)
  expect(vitestCommand('unit', 'a.test.ts')).toBe('bun --bun x vitest run --project unit a.test.ts')
  expect(playwrightCommand('home.spec.ts:7')).toContain('home.spec.ts:7')
})

test('a failure is printed with its place, its command, and that it is flaky', () => {
  const failure = { test: 'a.test.ts: adds', reason: ['- 1', '+ 2'], place: 'a.ts:3', command: 'run it' }
  expect(described({ ...failure, isFlaky: true })).toEqual([
    'failed: a.test.ts: adds (flaky: it passed when it ran once more)',
    '  - 1',
    '  + 2',
    '  at a.ts:3',
    '  run it',
  ])
})
