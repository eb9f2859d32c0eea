import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanRichText } from './clean-rich-text'
import { attacks, mutations } from './markup-attacks.fixture'

/** Everything that may come out: known elements without attributes, links to the outside, and text. */
const harmless =
  /^(?:[^<>]|<(?:p|b|i|u|ul|ol|li|h2|h3)>|<\/(?:p|b|i|u|a|ul|ol|li|h2|h3)>|<br \/>|<a(?: href="(?:https?:\/\/|mailto:)[^"<>\s]+")?>)*$/i

test.each(attacks)('nothing that runs is left of %j', (html) => {
  const clean = cleanRichText(html)
  expect(clean).toMatch(harmless)
  expect(cleanRichText(clean)).toBe(clean)
})

test('what the editor makes stays as it is, in its short form', () => {
  const text =
    '<h2>Bows</h2><p>One <b>bold</b> <i>word</i> <u>here</u><br /><a href="https://a.example/?x=1&amp;y=2">link</a></p>' +
    '<ul><li><p>a</p></li></ul><ol><li>b &lt; c</li></ol>'
  expect(cleanRichText(text)).toBe(text)
  expect(cleanRichText('<p><strong>a</strong><em>b</em><a href="mailto:a@b.co">c</a></p>')).toBe(
    '<p><b>a</b><i>b</i><a href="mailto:a@b.co">c</a></p>',
  )
})

test('20,000 mutations of attacks leave nothing that runs, and cleaning twice is cleaning once', () => {
  fc.assert(
    fc.property(mutations, (markup) => {
      const clean = cleanRichText(markup)
      if (!harmless.test(clean)) throw new Error(clean)
      if (cleanRichText(clean) !== clean) throw new Error(`changes: ${clean}`)
    }),
    { numRuns: 20_000 },
  )
})
