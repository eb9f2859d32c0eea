import fc from 'fast-check'
import { parseSync, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'
import config from '../../vitest.config'
import { fuzzSeed, seedOf } from '../support/fuzz-seed'
import { sources } from './source'

const drawing = sources.filter(({ imports }) => imports.includes('fast-check'))

type Project = { test: { include: string[]; exclude?: string[]; setupFiles?: string | string[] } }
const projects = config.test!.projects as unknown as Project[]
const isIn = (globs: string[] = [], path: string) => globs.some((glob) => new Bun.Glob(glob).match(path))

test('every property draws from the one seed of the run, which a project sets before its tests', () => {
  const tests = drawing.filter(({ path }) => /\.test\.tsx?$/.test(path))
  expect(tests.length).toBeGreaterThan(15)
  // Parts of other files are excluded by name, and run in the same project.
  const excluded = ({ test }: Project) => test.exclude?.filter((one) => one.includes('*'))
  const unseeded = tests.filter(({ path }) => {
    const project = projects.find((each) => isIn(each.test.include, path) && !isIn(excluded(each), path))
    return ![project?.test.setupFiles].flat().includes('tests/support/fuzz-seed.ts')
  })
  expect(unseeded.map(({ path }) => path)).toEqual([])
  expect(fc.readConfigureGlobal()).toMatchObject({ seed: fuzzSeed })
})

/** The places where a property is given a seed that is no number in the text. */
function ownSeeds(path: string, text: string): string[] {
  const found: string[] = []
  const visitor = new Visitor({
    CallExpression({ callee, arguments: given, start }) {
      if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier' || callee.object.name !== 'fc')
        return
      for (const each of given.slice(1)) {
        if (each.type !== 'ObjectExpression') continue
        const drawn = each.properties.some(
          (one) =>
            one.type === 'Property' &&
            one.key.type === 'Identifier' &&
            one.key.name === 'seed' &&
            !(one.value.type === 'Literal' && typeof one.value.value === 'number'),
        )
        if (drawn) found.push(`${path}:${text.slice(0, start).split('\n').length}`)
      }
    },
  })
  visitor.visit(parseSync(path, text).program)
  return found
}

test('no test draws a seed of its own', () => {
  const tests = drawing.filter(({ path }) => /\.(?:test|fixture)\.tsx?$/.test(path))
  expect(tests.flatMap(({ path, text }) => ownSeeds(path, text))).toEqual([])
  expect(
    ownSeeds('a.ts', 'fc.assert(p, { seed: 7 })\nfc.assert(p, { seed: Date.now() })\nfc.sample(a, { seed })'),
  ).toEqual(['a.ts:2', 'a.ts:3'])
})

test('no test chooses its inputs by the time or by chance', () => {
  const chance = /Math\.random\(\)|performance\.timeOrigin/
  const found = sources.filter(
    ({ path, text }) => /\.test\.tsx?$/.test(path) && !path.endsWith('.slow.test.ts') && chance.test(text),
  )
  expect(found.map(({ path }) => path)).toEqual([])
})

test('the seed is the same without a wish, a number, or a new one', () => {
  expect([seedOf(undefined), seedOf(''), seedOf('42'), seedOf('new', () => 9)]).toEqual([1, 1, 42, 9])
  expect(() => seedOf('x')).toThrow('FUZZ_SEED')
})
