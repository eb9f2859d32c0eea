import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { knownEquivalents } from '../mutations/equivalents'
import { withMutants } from '../mutations/mutants'
import { targets } from '../mutations/targets'

const root = resolve(import.meta.dirname, '../..')
const files = Object.values(targets).flat()
const changes = (text: string) => withMutants('a.ts', text).mutants.map(({ from, to }) => [from, to])

test.each(files)('%s exists and can be changed', (file) => {
  expect(existsSync(join(root, file))).toBe(true)
  expect(withMutants(file, readFileSync(join(root, file), 'utf8')).mutants.length).toBeGreaterThan(10)
})

test('each equivalent change is one of a target that is still made', () => {
  const gone = knownEquivalents.filter(({ file, line, from, to }) => {
    const { mutants } = withMutants(file, readFileSync(join(root, file), 'utf8'))
    return !files.includes(file) || !mutants.some((one) => one.source === line && one.from === from && one.to === to)
  })
  expect(gone).toEqual([])
})

test('conditions, bounds, calls, filters and constants are changed, one at a time', () => {
  expect(changes('if (a && b) go()')).toEqual([
    ['a && b', 'true'],
    ['a && b', 'false'],
    ['a && b', 'a'],
    ['a && b', 'b'],
    ['go()', ''],
  ])
  expect(changes('const x = a < 5')).toEqual([
    ['a < 5', '(a) <= (5)'],
    ['5', '6'],
  ])
  expect(changes('const f = { a, b: c }')).toEqual([
    ['{ a, b: c }', '{b: c}'],
    ['{ a, b: c }', '{a}'],
  ])
  expect(changes('const s = t.trim()')).toEqual([['t.trim()', 't']])
})

test('what only makes a query slower is left; a field that is missing in its answer is not', () => {
  expect(changes('const o = { maxTimeMS: 5, projection: { _id: 1 } }')).toEqual([])
  expect(changes('const projection = { a: 1, b: 1 } as const')).toEqual([
    ['{ a: 1, b: 1 }', '{b: 1}'],
    ['{ a: 1, b: 1 }', '{a: 1}'],
  ])
})

test('the file does what it did until a change is woken, and then that alone', () => {
  const { text, mutants } = withMutants('a.ts', 'function f(a, b) {\n  if (a > 1) return a + b\n  return b ?? 0\n}\n')
  const f = new Function(`${text}\nreturn f`)() as (a: number, b?: number) => number
  const shared = globalThis as { mutant?: number | undefined }
  const results = () => JSON.stringify([f(2, 3), f(1, 3), f(1)])
  const before = results()
  expect(before).toBe('[5,3,0]')
  const changed = mutants.map(({ id }) => {
    shared.mutant = id
    return results()
  })
  shared.mutant = undefined
  expect(results()).toBe(before)
  expect(changed).toHaveLength(mutants.length)
  expect(changed).not.toContain(before)
})
