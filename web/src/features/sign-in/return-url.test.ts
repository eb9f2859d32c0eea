import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeReturnUrl } from './return-url'

const origin = 'https://site.example'
const asked = (url: string | null) => safeReturnUrl(url, origin)

test.each(['/admin', '/admin?table=students&page=2', '/', '/login#x', '/a/../admin'])(
  '%s is a path of this site',
  (url) => {
    expect(new URL(asked(url), origin).origin).toBe(origin)
    expect(asked(url)).toBe(new URL(url, origin).href.slice(origin.length))
  },
)

test.each([
  null,
  '',
  'admin',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '/a\\b',
  '/.//evil.example',
  '/x/..//evil.example',
  'https://evil.example/',
  'https:/evil.example',
  'javascript:alert(1)',
  ' /admin',
  '/\tadmin',
  '/\n/evil.example',
  '/admin\u0000',
  `/${'a'.repeat(512)}`,
])('%j leads to the dashboard', (url) => {
  expect(asked(url)).toBe('/admin')
})

const hosts = [
  'evil.example',
  'evil.example:443',
  'site.example@evil.example',
  'site.example.evil.example',
  'user:pass@evil.example',
  '[::1]',
  '127.1',
  '0x7f000001',
  'evil%2eexample',
  'evil。example',
  'ｅvil.example',
  'xn--evil-9za.example',
]
const leads = [
  '//',
  '///',
  '////',
  '/\\',
  '\\/',
  '\\\\',
  '\\',
  '/\\/',
  '/\\\\',
  '\\/\\/',
  '/.//',
  '/..//',
  '/./\\',
  '/%2e//',
  '/%2e%2e//',
  '/x/..//',
  '/x/%2e%2e//',
  '/.;//',
  '/\t/',
  '/\n/',
  '/\r/',
  '/\r\n/',
  '\t//',
  '\n//',
  ' //',
  '\u00a0//',
  '\ufeff//',
  '\u200b//',
  '\u0000//',
  '/\u0000/',
  '/\u007f/',
  '/\u000b/',
  '/\u000c/',
  '\u2028//',
  '／／',
  '/／',
  '⁄⁄',
  'http://',
  'https://',
  'HTTPS://',
  'hTTps:\\\\',
  'https:',
  'https:/',
  'https:///',
  'http:\\',
  'https:\t//',
  'ht\ntps://',
  'ftp://',
  'ws://',
  'wss://',
  'file://',
  'blob:https://',
  'data:text/html,',
  'javascript://',
  'javascript:alert(1)//',
  'JaVaScRiPt:alert(1)//',
  'java\nscript:alert(1)//',
  '\u0001javascript:alert(1)//',
  'vbscript:msgbox(1)//',
  'view-source:https://',
  'about:blank#',
  'intent://',
  'mailto:a@',
  'tel:',
  '@',
  ':@',
  '.',
  '..',
  '../',
  '?//',
  '#//',
  '?next=//',
  'site.example@',
  '/@//',
  '*//',
  '%2f%2f',
  '%5c%5c',
  '/%09/',
  '/%0a/',
  '//%2f',
  '/%5c',
  '/%2f%2f',
  '//\\',
  '///\\',
  '/\\\t\\',
  '\\\t\\',
]
const tails = ['', '/', '/admin', '?/admin']
const bypasses = hosts.flatMap((host) => leads.flatMap((lead) => tails.map((tail) => `${lead}${host}${tail}`)))

test(`none of ${bypasses.length} known tricks leads to another site`, () => {
  expect(bypasses.length).toBeGreaterThan(1_000)
  const outside = bypasses.filter((url) => {
    const path = asked(url)
    // As the router follows it, and as a browser would follow it in a link, a header or a redirect.
    return (
      !path.startsWith('/') || path.startsWith('//') || path.includes('\\') || new URL(path, origin).origin !== origin
    )
  })
  expect(outside).toEqual([])
})

test('neither does any of 100,000 texts made of the parts of such tricks', () => {
  const parts = [
    '/',
    '\\',
    '.',
    '..',
    ':',
    '@',
    '?',
    '#',
    '%2f',
    '%5c',
    '%00',
    '\t',
    '\n',
    '\r',
    ' ',
    'a',
    'evil.example',
    'https',
    'javascript',
    ';',
    '\u00a0',
    '／',
  ]
  const texts = fc.sample(fc.array(fc.constantFrom(...parts), { minLength: 6, maxLength: 6 }), 100_000)
  const outside = texts.filter((text) => new URL(asked(`/${text.join('')}`), origin).origin !== origin)
  expect(outside).toEqual([])
})
