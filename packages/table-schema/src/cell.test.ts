import contactForm from '@app/contracts/contact-form.json'
import { cpuMs } from '@app/contracts/testing/cpu-ms'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellText, columns, cutText, fullText, tabLabel } from './cell'
import { plainText } from './rich-text'

const graphemesOf = (text: string) => [...new Intl.Segmenter('en').segment(text)].map(({ segment }) => segment)

test('id is always the first column, the times of creation and change are hidden', () => {
  expect(columns(contactForm).map(({ key }) => key)).toEqual(['id', ...Object.keys(contactForm.properties)])
  const properties = {
    name: { type: 'string' },
    created_at: { type: 'string' },
    updated_at: { type: 'string' },
    id: { type: 'string', title: 'Number' },
  }
  expect(columns({ name: 't', properties }).map(({ title }) => title)).toEqual(['Number', 'Name'])
})

test('a tab is called by the title, else by the words of the name', () => {
  expect(tabLabel({ name: 'contact_submissions', properties: {} })).toBe('Contact Submissions')
  expect(tabLabel({ name: 'contact_submissions', title: 'Inquiries', properties: {} })).toBe('Inquiries')
})

test.each([null, undefined, ''])('%j shows nothing', (value) => {
  for (const type of ['string', 'number', 'boolean', 'array', 'odd']) expect(cellText({ type }, value)).toBe('')
})

test('booleans read Yes and No', () => {
  expect(cellText({ type: 'boolean' }, true)).toBe('Yes')
  expect(cellText({ type: 'boolean' }, false)).toBe('No')
})

test("instants are shown in the school's day and time", () => {
  const text = cellText({ type: 'string', format: 'date-time' }, '2026-05-01T04:00:00.000Z', 'en-US')
  expect(text).toMatch(/^Apr 30, 2026, 9:00\sPM$/)
})

test('a day never moves', () => {
  for (const value of ['2026-05-01', '2026-05-01T00:00:00.000Z'])
    expect(cellText({ type: 'string', format: 'date' }, value, 'en-US')).toBe('May 1, 2026')
})

test('options show their names, one that is no longer offered shows itself', () => {
  const interest = contactForm.properties.interest
  expect(cellText(interest, 'Corporate Event')).toBe('Corporate Team Building')
  expect(cellText(interest, 'Knife Throwing')).toBe('Knife Throwing')
  expect(cellText({ type: 'array', items: { enum: ['a'], enumNames: ['Apple'] } }, ['a', 'b'])).toBe('Apple, b')
})

test('a value of another type is shown as it is', () => {
  expect(cellText({ type: 'number' }, 'twelve')).toBe('twelve')
  expect(cellText({ type: 'string', format: 'date-time' }, 'soon')).toBe('soon')
  expect(cellText({ type: 'string', format: 'rich_text' }, 12)).toBe('12')
  expect(cellText({ type: 'odd' }, { a: 1 })).toBe('{"a":1}')
})

test.each([
  ['<p>One</p><p>Two<br>three</p>', 'One Two three'],
  ['<ul><li>Bows</li><li>Arrows</li></ul>', 'Bows Arrows'],
  ['<b>bo</b>ld &amp; &lt;b&gt; &#39;x&#x27; &nbsp;end', "bold & <b> 'x' end"],
  ['&amp;lt;script&amp;gt;', '&lt;script&gt;'],
  ['<a title="a > b" href=\'x>y\'>link</a>', 'link'],
  ["<p title=it's>kept</p>", 'kept'],
  ['<script>alert(1)</script >safe<style>p{}</style>', 'safe'],
  ['a < b and 3 > 2', 'a < b and 3 > 2'],
  ['x<!-- <p>no</p> -->y<!-- open', 'xy'],
  ['cut <img src="', 'cut'],
  ['&#0;&#xD800;&#9999999;', '\ufffd\ufffd\ufffd'],
])('the markup of %j becomes %j', (html, text) => {
  expect(plainText(html)).toBe(text)
})

test('rich text is cut after it was stripped', () => {
  expect(cellText({ type: 'string', format: 'rich_text' }, `<p>${'<b></b>'.repeat(20)}short</p>`)).toBe('short')
})

test('removing markup takes time in proportion to the text, whatever it contains', () => {
  const started = cpuMs()
  for (const part of ['<', '<a ', '<a "', '<!--', '<script>', '&#1', '<a b="', "='", '<p>'])
    plainText(part.repeat(20_000))
  expect(cpuMs() - started).toBeLessThan(1_000)
})

test('fifty characters stay, more become 47 and three dots', () => {
  expect(cutText('x'.repeat(50))).toBe('x'.repeat(50))
  expect(cutText('x'.repeat(51))).toBe(`${'x'.repeat(47)}...`)
  expect(cutText('👨‍👩‍👧'.repeat(50))).toBe('👨‍👩‍👧'.repeat(50))
  expect(cutText('👨‍👩‍👧'.repeat(51))).toBe(`${'👨‍👩‍👧'.repeat(47)}...`)
  expect(fullText({ type: 'string' }, 'x'.repeat(51))).toBe('x'.repeat(51))
})

test('truncation never splits a user-visible character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), (text) => {
      const all = graphemesOf(text)
      expect(cutText(text)).toBe(all.length > 50 ? `${all.slice(0, 47).join('')}...` : text)
    }),
  )
})

test('any value of any field has a text of at most fifty characters', () => {
  const field = fc.record({
    type: fc.constantFrom('string', 'number', 'boolean', 'array', 'odd'),
    format: fc.constantFrom(undefined, 'rich_text', 'date', 'date-time', 'checkbox'),
  })
  fc.assert(
    fc.property(field, fc.jsonValue(), (field, value) => {
      expect(graphemesOf(cellText(field, value)).length).toBeLessThanOrEqual(50)
    }),
  )
})
