import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanMailMarkup, cleanRichText, textOfMarkup } from './clean-rich-text'
import { attacks, mutations } from './markup-attacks.fixture'

const harmless =
  /^(?:[^<>]|<(?:p|b|i|u|ul|ol|li|h2|h3)>|<\/(?:p|b|i|u|a|ul|ol|li|h2|h3)>|<br \/>|<a(?: href="(?:https?:\/\/|mailto:)[^"<>\s]+")?>|<img data-src="https:\/\/[^"<>\s]+" alt="[^"<>]*" \/>)*$/i

test.each(attacks)('nothing that runs or loads is left of %j in a mail', (html) => {
  expect(cleanMailMarkup(`<div>${html}</div>`)).toMatch(harmless)
})

test('of 5,000 mutations of attacks in a mail nothing runs, and what comes out stays the same', () => {
  fc.assert(
    fc.property(mutations, (markup) => {
      const clean = cleanMailMarkup(markup)
      if (!harmless.test(clean)) throw new Error(clean)
      if (cleanMailMarkup(clean) !== clean) throw new Error(`changes: ${clean}`)
      if (/<img/.test(cleanRichText(clean))) throw new Error(`a picture in rich text: ${clean}`)
    }),
    { numRuns: 5_000 },
  )
})

test('pictures of a mail load nothing; invisible ones go, and those that are at no https address', () => {
  const of = (attributes: string) => cleanMailMarkup(`<p>a<img ${attributes}>b</p>`)
  expect(of('src="https://a.example/x.png?a=1&b=2" alt="Our &lt;bow&gt;" onerror="alert(1)"')).toBe(
    '<p>a<img data-src="https://a.example/x.png?a=1&amp;b=2" alt="Our &lt;bow&gt;" />b</p>',
  )
  expect(of('src="https://a.example/1.gif" width="1" height="1" alt="x"')).toBe('<p>ab</p>')
  for (const address of ['http://a.example/x', '//a.example/x', 'cid:1', 'data:image/svg+xml,<svg>', 'javascript:1'])
    expect(of(`src="${address}" data-src="${address}" alt="Map"`), address).toBe('<p>ab</p>')
})

test('the boxes of a mail become paragraphs; quoted text goes', () => {
  const html =
    '<html><head><style>p{color:red}</style></head><body><div dir="ltr">Yes, <b>ten</b> children.</div><img src="https://t.example/1.gif" width=0>' +
    '<div class="gmail_quote"><blockquote class="gmail_quote">Which day?</blockquote></div></body></html>'
  expect(cleanMailMarkup(html)).toBe('<p>Yes, <b>ten</b> children.</p><p></p>')
})

test('the text of markup has a line for each block, quoted text marked as such', () => {
  const html =
    '<div>Hi &amp; hello,</div><div><br></div>\n<p>see   <a href="https://a.example">this</a>&nbsp;one<br>soon</p><ul><li>a</li><li>b</li></ul><blockquote>old</blockquote>'
  expect(textOfMarkup(html)).toBe('Hi & hello,\n\nsee this one\nsoon\na\nb\n\n> old')
})

test.each([
  ['<blockquote>a<blockquote>b</blockquote>c</blockquote>d', '> a\n> > b\n> c\nd'],
  ['<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>', 'A B\n1 2'],
  ['first<div>second</div>third', 'first\nsecond\nthird'],
  ['a<p>b</p>c<h5>d</h5>e<hr>f', 'a\nb\nc\nd\ne\nf'],
  ['<dl><dt>Phone</dt><dd>555</dd></dl>', 'Phone\n555'],
  ['<address>1 Main St</address>Town', '1 Main St\nTown'],
  ['<section>a</section><article>b</article><center>c</center>', 'a\nb\nc'],
  ['<TABLE><TR><TD>A<TABLE><TR><TD>1</TD><TD>2</TD></TR></TABLE></TD><TD>B</TD></TR></TABLE>', 'A\n1 2\n\nB'],
  ['<table><tr><td><p>Date</p></td><td><p>Dec 5</p></td></tr></table>', 'Date\nDec 5'],
  ['<table><tr><td>A</td>\n<td>B</td></tr></table>', 'A B'],
  ['<ul><li>a<ul><li>b</li></ul></li></ul>', 'a\nb'],
  ['<p>a <b>b</b><i>c</i></p>', 'a bc'],
  ['<pre><code>one\ntwo</code></pre><listing>l1\nl2</listing>', 'one\ntwo\nl1\nl2'],
  ['<pre>\r\none\r\ntwo</pre>', 'one\ntwo'],
  ['<td style="WHITE-SPACE:pre-wrap">x\ny</td><td>z</td>', 'x\ny z'],
  ['<pre>one\n  two</pre> three\nfour', 'one\ntwo\nthree four'],
  ['<p style="white-space: pre-line">one\ntwo</p>', 'one\ntwo'],
  ['<pre>never\nclosed', 'never\nclosed'],
  ['</blockquote>a</blockquote>', 'a'],
])('%j reads %j', (html, text) => {
  expect(textOfMarkup(html)).toBe(text)
})

test('markup that is made to be slow is read in a moment', () => {
  for (const piece of [
    '<blockquote>',
    '</blockquote',
    '<pre>',
    '<div style="white-space:pre">',
    '<',
    '<td',
    'white-space:',
  ])
    expect(textOfMarkup(piece.repeat(10_000)).length).toBeLessThan(300_000)
})
