import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const readme = readFileSync(join(root, 'tests/faults/README.md'), 'utf8')
const rows = Array.from(readme.matchAll(/^\| (F\d\d) \| .+? \| (.+) \|$/gm), ([, id = '', where = '']) => ({
  id,
  where,
}))

test('the table of faults is complete', () => {
  expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 40 }, (_, at) => `F${String(at + 1).padStart(2, '0')}`))
})

test.each(rows.map(({ id, where }) => [id, where]))('%s is tested where the table says', (id, where) => {
  const files = Array.from(where.matchAll(/`([\w./-]+\.ts)`/g), ([, file = '']) => file)
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
  if (where.startsWith('not here:')) return
  expect(files.some((file) => readFileSync(join(root, file), 'utf8').includes(id))).toBe(true)
})
