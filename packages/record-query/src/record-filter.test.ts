import { expect, test } from 'vitest'
import { literalPattern } from './literal-pattern'
import { phoneCondition, searchWords } from './record-filter'

const finds = (text: string, within: string) => new RegExp(literalPattern(text), 'iu').test(within)
const findsPhone = (word: string, within: string) => {
  const condition = phoneCondition('phone', word)
  return condition !== undefined && new RegExp(condition['phone'].$regex).test(within)
}

test.each([
  ["O'Neil", 'Sean O\u2019Neil'],
  ['O\u2019Neil', "Sean O'Neil"],
  ['O`Neil', 'Sean O\u02bcNeil'],
  ['Smith-Jones', 'Ann Smith\u2013Jones'],
  ['Smith\u2013Jones', 'Ann Smith-Jones'],
  ['"Bo"', 'Ann \u201cBo\u201d Lee'],
  ['strasse', 'Hauptstra\u00dfe'],
  ['stra\u00dfe', 'Hauptstrasse'],
  ['WEISS', 'Wei\u00df'],
  ['wei\u00df', 'WEISS'],
  ['kjaer', 'Kj\u00e6r'],
  ['kj\u00e6r', 'Kjaer'],
  ['Aegir', '\u00c6gir'],
  ['coeur', 'c\u0153ur'],
  ['jose', 'Jos\u00e9'],
  ['Łukasz', 'lukasz'],
  ['Bjørn', 'Bjorn'],
  ['Đorđe', 'dorde'],
  ['ışıl', 'Işıl'],
  ['алёна', 'Алена'],
  ['алена', 'Алёна'],
  ['٣', 'Room 3'],
  ['3', 'قاعة ٣'],
  ['१२', 'Lane 12'],
  ['१२', 'Lane १२'],
  ['12', 'Ｌ１２'],
])('%j finds %j', (text, within) => {
  expect(finds(text, within)).toBe(true)
})

test.each([
  ['9165550142', '(916) 555-0142'],
  ['916-555-0142', '9165550142'],
  ['(916) 555-0142', '916.555.0142'],
  ['+1 916 555 0142', '(916) 555-0142'],
  ['1-916-555-0142', '916 555 0142'],
  ['5550142', '+1 (916) 555-0142'],
  ['0142', '916-555-0142'],
  ['6555', '(916) 555-0142'],
  ['555 0142', '916.555.0142 x12'],
  ['916/555.0142', '916-555-0142'],
])('the digits %j find the phone %j', (word, within) => {
  expect(searchWords(word)).toEqual([word])
  expect(findsPhone(word, within)).toBe(true)
})

test.each([
  ['014', '916-555-0142'],
  ['5550143', '916-555-0142'],
  ['0142 a', '916-555-0142'],
  ['91655501429165550142', '916-555-0142'],
])('%j does not find the phone %j', (word, within) => {
  expect(findsPhone(word, within)).toBe(false)
})

test.each([
  ['Ann Lee', ['Ann', 'Lee']],
  ['Ann (916) 555-0142 Lee', ['Ann', 'Lee', '(916) 555-0142']],
  ['ann ann', ['ann']],
  ['  12  ', ['12']],
  ['room 12 b', ['room', 'b', '12']],
  ['COVID-19', ['COVID-19']],
  ['Ann\u200b \u202aLee\u202c\ufeff', ['Ann', 'Lee']],
  ['Jona\u00adthan', ['Jonathan']],
  ['\u200dAnn\u200c', ['Ann']],
  ['می\u200cخواهم', ['می\u200cخواهم']],
  ['９１６５５５０１４２', ['9165550142']],
  ['（916）555\uff0d0142', ['(916)555-0142']],
  ['tel:+19165550142', ['+19165550142']],
  ['tel:٩١٦٥٥٥٠١٤٢', ['9165550142']],
  ['Ann ٩١٦ ٥٥٥ ٠١٤٢', ['Ann', '916 555 0142']],
  ['৯১৬৫৫৫', ['916555']],
  ['قاعة ٣', ['قاعة', '٣']],
  ['\u202a(916) 555-0142\u202c', ['(916) 555-0142']],
  ['hotel:12', ['hotel:12']],
])('%j is looked for as %j', (q, words) => {
  expect(searchWords(q).toSorted()).toEqual(words.toSorted())
})
