import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText } from './any-text.fixture'
import { comparable, searchable } from './comparable'

test.each([
  ['O’Neil', "O'Neil"],
  ['O`Neil', "O'Neil"],
  ['OʼNeil', "o'neil"],
  ['O´Neil', "O'NEIL"],
  ['O＇Neil', "O'Neil"],
  ['“Bob” Lee', '"Bob" Lee'],
  ['«Bob» Lee', '"Bob" Lee'],
  ['Smith–Jones', 'Smith-Jones'],
  ['Smith‑Jones', 'Smith-Jones'],
  ['Smith — Jones', 'Smith - Jones'],
  ['Ann\u00a0Lee', 'Ann Lee'],
  ['Ann  \t Lee ', 'Ann Lee'],
  ['Ann\r\nLee', 'Ann Lee'],
  ['\u202aann@example.org\u202c', 'ann@example.org'],
  ['Ann\u200b Lee\ufeff', 'Ann Lee'],
  ['Jona\u00adthan', 'Jonathan'],
  ['José', 'Jose\u0301'],
  ['Ｆｕｌｌ　Ｗｉｄｔｈ', 'full width'],
  ['ﬁnn', 'Finn'],
  ['ΟΔΥΣΣΕΥΣ', 'οδυσσευς'],
  ['9:30\u202fAM', '9:30 am'],
  ['re\u200b\u0301ne', 'réne'],
])('%j and %j are the same', (one, other) => {
  expect(comparable(one)).toBe(comparable(other))
})

test.each([
  ['José', 'Jose'],
  ['Weiß', 'Weiss'],
  ['Ann Lee', 'AnnLee'],
  ['が', 'か'],
  ['Smith Jones', 'Smith-Jones'],
  ['', 'x'],
])('%j and %j are two', (one, other) => {
  expect(comparable(one)).not.toBe(comparable(other))
})

test.each([
  ['Weiß', 'WEISS'],
  ['ẞ', 'ss'],
  ['Kjær', 'kjaer'],
  ['Ægir', 'aegir'],
  ['Zoë', 'zoe'],
  ['Łukasz', 'lukasz'],
  ['Bjørn', 'bjorn'],
  ['Œuvre', 'oeuvre'],
  ['İpek', 'ipek'],
  ['Nguyễn', 'nguyen'],
  ['Ángel O’Neil', "angel o'neil"],
  ['Алёна', 'алена'],
])('a search takes %j for %j', (one, other) => {
  expect(searchable(one)).toBe(searchable(other))
})

test('a search keeps the letters of scripts whose marks are letters', () => {
  expect(searchable('が')).not.toBe(searchable('か'))
  expect(searchable('कि')).not.toBe(searchable('क'))
  expect(searchable('한국')).toBe('한국')
})

test('what is comparable stays as it is', () => {
  const text = anyText(12)
  const property = fc.property(text, (given) => {
    for (const fold of [comparable, searchable]) expect(fold(fold(given))).toBe(fold(given))
    expect(comparable(`\u202a ${given}\u00a0\u200b`)).toBe(comparable(given))
  })
  fc.assert(property, { seed: 44, numRuns: 300 })
})
