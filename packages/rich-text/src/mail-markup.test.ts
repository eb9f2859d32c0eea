import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanMailMarkup, cleanRichText, textOfMarkup } from './clean-rich-text'
import { attacks, mutations } from './markup-attacks.fixture'

const harmless =
  /^(?:[^<>]|<(?:p|b|i|u|ul|ol|li|h2|h3)>|<\/(?:p|b|i|u|a|ul|ol|li|h2|h3)>|<br \/>|<a(?: href="(?:https?:\/\/|mailto:)[^"<>\s]+")?>)*$/i

test.each(attacks)('nothing that runs or loads is left of %j in a mail', (html) => {
  expect(cleanMailMarkup(`<div>${html}</div>`)).toMatch(harmless)
})

test('of 5,000 mutations of attacks in a mail nothing runs, and what comes out is clean rich text', () => {
  fc.assert(
    fc.property(mutations, (markup) => {
      const clean = cleanMailMarkup(markup)
      if (!harmless.test(clean)) throw new Error(clean)
      if (cleanRichText(clean) !== clean) throw new Error(`changes: ${clean}`)
    }),
    { numRuns: 5_000 },
  )
})

test('the boxes of a mail become paragraphs; pictures and quoted text go', () => {
  const html =
    '<html><head><style>p{color:red}</style></head><body><div dir="ltr">Yes, <b>ten</b> children.</div><img src="https://t.example/1.gif">' +
    '<div class="gmail_quote"><blockquote class="gmail_quote">Which day?</blockquote></div></body></html>'
  expect(cleanMailMarkup(html)).toBe('<p>Yes, <b>ten</b> children.</p><p></p>')
})

test('the text of markup has a line for each block, quoted text included', () => {
  const html =
    '<div>Hi &amp; hello,</div><div><br></div>\n<p>see   <a href="https://a.example">this</a>&nbsp;one<br>soon</p><ul><li>a</li><li>b</li></ul><blockquote>old</blockquote>'
  expect(textOfMarkup(html)).toBe('Hi & hello,\n\nsee this one\nsoon\na\nb\n\nold')
})
