import { expect, test } from 'vitest'
import { passesDmarc } from './authentication-results'

const host = 'mx.school.example'

test.each([
  [`${host}; dmarc=pass`, true],
  [`${host}; spf=pass smtp.mailfrom=x@y; dkim=fail; dmarc=pass (p=none) header.from=example.org`, true],
  [`${host.toUpperCase()} 1;\r\n\tdmarc = PASS header.from=example.org`, true],
  [`${host} (a comment; dmarc=fail); dmarc=pass`, true],
  [`${host}; dmarc=pass header.from=sub.example.org`, false],
  [`${host}; dmarc=pass header.from=evil.example`, false],
  [`${host}; dmarc=fail`, false],
  [`${host}; dmarc=pass; dmarc=fail`, false],
  [`${host}; dmarc/1=fail; dmarc=pass`, false],
  [`${host}; spf=pass smtp.mailfrom="x; dmarc=pass"@evil.example`, false],
  [`${host}; spf=pass (x; dmarc=pass)`, false],
  [`${host}; spf=pass (x\\); dmarc=pass`, false],
  [`${host}; spf=pass (a (b); dmarc=pass)`, false],
  [`${host}; spf=pass smtp.mailfrom="a\\"; dmarc=pass; \\""`, false],
  [`${host}; spf=none smtp.mailfrom=dmarc=pass`, false],
  [`${host}; "dmarc"=pass`, false],
  [`"${host}"; dmarc=pass`, false],
  [`evil.example; dmarc=pass`, false],
  [`${host}.evil.example; dmarc=pass`, false],
  [`${host}; x-dmarc=pass`, false],
  ['', false],
])('%j proves ann@example.org: %s', (header, isProven) => {
  expect(passesDmarc([header], host, 'ann@example.org')).toBe(isProven)
})

test.each(['', 'ann', '@evil.example:ann@example.org', '"ann@example.org"@evil.example'])(
  'nothing is proven of %j, which is no address',
  (sender) => expect(passesDmarc([`${host}; dmarc=pass`], host, sender)).toBe(false),
)

test('the topmost header of our server counts, whatever a sender has added', () => {
  const [fails, passes] = [`${host}; dmarc=fail`, `${host}; dmarc=pass`]
  expect(passesDmarc([fails, passes], host, 'ann@example.org')).toBe(false)
  expect(passesDmarc(['evil.example; dmarc=pass', passes], host, 'ann@example.org')).toBe(true)
  expect(passesDmarc([passes], undefined, 'ann@example.org')).toBe(false)
})
