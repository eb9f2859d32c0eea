import { expect, test } from 'vitest'
import { spamReasonOf } from './accept-submission'
import { bots, humans } from './spam-corpus.fixture'

const fields = { name: 'Zoë Quinn', message: 'A party for ten children, please.' }
const links = (count: number) => ({ ...fields, message: Array(count).fill('see https://www.example.com/x').join(' ') })

test.each<[string, Parameters<typeof spamReasonOf>, string | undefined]>([
  ['an honest message', [{ referral_code: '', elapsed_ms: 9_000 }, fields], undefined],
  ['one without signals', [{}, fields], undefined],
  ['a filled honeypot', [{ referral_code: 'SEO' }, fields], 'honeypot'],
  ['one filled in 1.9 seconds', [{ elapsed_ms: 1_900 }, fields], 'too_fast'],
  ['one filled in two seconds', [{ elapsed_ms: 2_000 }, fields], undefined],
  ['three links', [{}, links(3)], undefined],
  ['four links', [{}, links(4)], 'links'],
  ['links without a scheme', [{}, { ...fields, message: 'www.a.example '.repeat(4) }], 'links'],
])('%s', (_, given, reason) => {
  expect(spamReasonOf(...given)).toBe(reason)
})

test('at least 99 of 100 bot messages are held, and none of a person', () => {
  const held = (all: typeof bots) => all.filter(({ signals, fields }) => spamReasonOf(signals, fields))
  expect(bots.length).toBeGreaterThanOrEqual(80)
  expect(held(bots).length / bots.length).toBeGreaterThanOrEqual(0.99)
  expect(humans.length).toBeGreaterThanOrEqual(70)
  expect(held(humans)).toEqual([])
})
