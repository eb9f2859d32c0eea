import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { mutated, mutations, titlePattern } from '../security/mutation'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const rows = read('docs/security/asvs.tsv')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t'))

test('each control that is switched off is still where the list says, once', () => {
  const faults = mutations.flatMap((mutation) => {
    try {
      return mutated(read(mutation.file), mutation) === read(mutation.file) ? [`${mutation.file} stays as it is`] : []
    } catch (error) {
      return [String(error)]
    }
  })
  expect(faults).toEqual([])
})

test('each names the evidence of a proven requirement', () => {
  const faults = mutations.flatMap(({ requirements, test, title }) =>
    requirements.flatMap((requirement) => {
      const [, , status, , evidence = ''] = rows.find(([number]) => number === requirement) ?? []
      return status === 'proven' && evidence.includes(`\`${test}\` “${title}”`) ? [] : [`${requirement}: ${title}`]
    }),
  )
  expect(faults).toEqual([])
})

test('a text that is missing or occurs twice is an error; titles match the names they stand for', () => {
  expect(mutated('a b c', { file: 'x', from: 'b', to: 'd' })).toBe('a d c')
  expect(() => mutated('a', { file: 'x', from: 'b', to: '' })).toThrow('0 places')
  expect(() => mutated('b b', { file: 'x', from: 'b', to: '' })).toThrow('2 places')
  const pattern = new RegExp(titlePattern('%i for %s (a $name and %o)'))
  expect('403 for POST (a form and 2)').toMatch(pattern)
  expect('403 of POST (a form and 2)').not.toMatch(pattern)
})
