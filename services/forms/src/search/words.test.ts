import { expect, test } from 'vitest'
import { matchingLine, searchedWords, wordCollector } from './words'

test('words are found regardless of case, accents and what stands between them', () => {
  const collected = wordCollector()
  collected.add('Zoë: «Geburtstag», 12th!\nzoe.quinn@Example.com ZOE')
  expect(collected.words()).toEqual(['zoe', 'geburtstag', '12th', 'quinn', 'example', 'com'])
  expect(searchedWords('  ZOÉ zoe  ex.*ample ')).toEqual(['zoe', 'ex', 'ample'])
  expect(searchedWords('$%&')).toEqual([])
  expect(searchedWords('a b c d e f g h i j')).toHaveLength(8)
})

test('a conversation of any length has a limited number of words', () => {
  const collected = wordCollector()
  const many = Array.from({ length: 9_000 }, (_, n) => `w${n}`).join(' ')
  expect(collected.add(many)).toBe(false)
  expect(collected.words()).toHaveLength(8_000)
  const long = wordCollector()
  long.add('x'.repeat(1_000))
  expect(long.words()[0]).toHaveLength(40)
})

test('the line that says most is shown, cut around what was searched for', () => {
  const all = (...texts: string[]) => texts.map((text, at) => ({ text, at }))
  expect(matchingLine(all('Hi\nIs Saturday free?\nSaturday with ten children', 'Ten'), ['satur', 'ten'])).toMatchObject(
    {
      line: 'Saturday with ten children',
      of: { at: 0 },
    },
  )
  expect(matchingLine(all('Hi', 'No\nTen'), ['ten'])).toMatchObject({ line: 'Ten', of: { at: 1 } })
  expect(matchingLine(all('Hi'), ['no'])).toBeUndefined()
  const before = matchingLine(all('Ten bows'), ['ten', 'bow', 'range'])
  expect(matchingLine(all('Ten of them'), ['ten', 'bow', 'range'], before)).toBe(before)
  const more = matchingLine(all('Ten bows on the range'), ['ten', 'bow', 'range'], before)
  expect(more).toMatchObject({ line: 'Ten bows on the range' })
  const { line } = matchingLine(all(`${'a '.repeat(300)}needle${' b'.repeat(300)}`), ['needle'])!
  expect(line).toMatch(/^….*needle/)
  expect(line.length).toBeLessThanOrEqual(161)
})
