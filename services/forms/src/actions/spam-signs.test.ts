import { expect, test } from 'vitest'
import { bots, humans } from './spam-corpus.fixture'
import { spamSign } from './spam-signs'

const fields = { name: 'Zoë Quinn', message: 'A party for ten children, please.' }
const links = (count: number) => ({ ...fields, message: Array(count).fill('see https://www.example.com/x').join(' ') })

test.each<[string, Parameters<typeof spamSign>, string | undefined]>([
  ['an honest message', [{ referral_code: '', elapsed_ms: 9_000 }, fields], undefined],
  ['one without a word of the page', [{}, fields], undefined],
  ['a filled trap', [{ referral_code: 'SEO' }, fields], 'honeypot'],
  ['one filled in 1.9 seconds', [{ elapsed_ms: 1_900 }, fields], 'too_fast'],
  ['one filled in two seconds', [{ elapsed_ms: 2_000 }, fields], undefined],
  ['three links', [{}, links(3)], undefined],
  ['four links', [{}, links(4)], 'links'],
  ['links without a scheme', [{}, { ...fields, message: 'www.a.example '.repeat(4) }], 'links'],
])('%s', (_, given, reason) => {
  expect(spamSign(...given)).toBe(reason)
})

test('M8: at least 99 of 100 programs are held, and no person', () => {
  const held = (all: typeof bots) => all.filter(({ signs, fields }) => spamSign(signs, fields))
  expect(bots.length).toBeGreaterThanOrEqual(80)
  expect(held(bots).length / bots.length).toBeGreaterThanOrEqual(0.99)
  expect(humans.length).toBeGreaterThanOrEqual(70)
  expect(held(humans)).toEqual([])
})
