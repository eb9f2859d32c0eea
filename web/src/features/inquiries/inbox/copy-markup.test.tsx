import { expect, test } from 'vitest'
import { parseMarkup } from '#lib/parse-markup'
import { copyMarkup, pictureHosts, saysMore } from './mail-text'

const shown = (html: string, pictures = false) => {
  const page = document.implementation.createHTMLDocument('')
  page.body.append(copyMarkup(parseMarkup(html), page, pictures))
  return page.body.innerHTML
}

test('a link opens outside and names its host, unless its text does', () => {
  const attributes = 'target="_blank" rel="noopener noreferrer nofollow"'
  expect(shown('<p><a href="https://evil.example/a">your bank</a></p>')).toBe(
    `<p><a href="https://evil.example/a" ${attributes}>your bank</a><span data-host=""> (evil.example)</span></p>`,
  )
  expect(shown('<a href="https://a.example/b">a.example/b</a>')).toBe(
    `<a href="https://a.example/b" ${attributes}>a.example/b</a>`,
  )
  expect(shown('<a href="mailto:zoe@a.example">Zoe</a>')).toContain('(zoe@a.example)')
})

test.each([
  ['https://se.example/a', 'chase.example', 'se.example'],
  ['https://evil.example', 'bank.example via evil.example', 'evil.example'],
  ['https://evil.example', 'https://evil.example@bank.example', 'evil.example'],
  ['https://evil.example', 'https://bank.example@evil.example', 'evil.example'],
  ['https://evil.example', 'https://bank.example/evil.example', 'evil.example'],
  ['mailto:%zz@a.example', 'Zoe', '%zz@a.example'],
])('a link to %s names its host next to %j, which only contains it', (address, text, host) => {
  expect(shown(`<a href="${address}">${text}</a>`)).toContain(`<span data-host=""> (${host})</span>`)
})

test.each([
  ['https://a.example/b', 'https://a.example/b'],
  ['https://a.example/b?c', 'A.example'],
  ['http://a.example', ' a.example/b '],
  ['mailto:zoe@a.example', 'zoe@a.example'],
])('a link to %s needs no host next to %j', (address, text) => {
  expect(shown(`<a href="${address}">${text}</a>`)).not.toContain('data-host')
})

test('pictures load only where they are let in, and only over https', () => {
  const html = '<p>Map:<img data-src="https://a.example/m.png" alt="The way"></p><img data-src="http://b.example/x">'
  expect(shown(html)).not.toContain('<img')
  expect(shown(html)).toContain('[Picture: The way]')
  expect(shown(html, true)).toContain('src="https://a.example/m.png"')
  expect(shown(html, true)).not.toContain('b.example')
  expect(pictureHosts(parseMarkup(`${html}<img data-src="https://a.example/2">`))).toEqual(['a.example'])
})

test('what no cleaned mail holds is left out with its content', () => {
  expect(shown('<p onclick="x()" style="color:red" id="a">Hi <b>you</b></p>')).toBe('<p>Hi <b>you</b></p>')
  for (const html of [
    '<script>x()</script>',
    '<img src="x" onerror="x()">',
    '<iframe src="https://a.example"></iframe>',
    '<form action="/api/logout"><button>x</button></form>',
    '<svg onload="x()"><a href="javascript:x()">x</a></svg>',
    '<div>x</div>',
  ])
    expect(shown(html), html).not.toMatch(/<(?!\/?span)/)
  expect(shown('<a href="javascript:x()">Click</a>')).toBe('Click')
  expect(shown('<p>'.repeat(5) + '<ul>'.repeat(500))).toMatch(/^<p>/)
})

test('formatting is offered where it says more than the text', () => {
  expect(saysMore('<p>Yes,<br />ten.</p>')).toBe(false)
  expect(saysMore('<p>Yes, <b>ten</b>.</p>')).toBe(true)
  expect(saysMore('<p><img data-src="https://a.example" alt="" /></p>')).toBe(true)
})
