import { expect, test } from 'vitest'
import { fromQuotedPrintable } from './large-parts'

test.each([
  ['plain', 'plain'],
  ['caf=C3=A9', 'café'],
  ['lower =c3=a9', 'lower é'],
  ['one =\r\nline', 'one line'],
  ['one=\nline', 'oneline'],
  ['one= \t\r\nline', 'oneline'],
  ['blanks at the end of a line \t\r\nare none', 'blanks at the end of a line\r\nare none'],
  ['an encoded one is=20\nkept', 'an encoded one is \nkept'],
  ['x =3D y = z', 'x = y = z'],
  ['=ZZ =', '=ZZ '],
  ['=C3', 'Ã'],
])('%j in quoted-printable is %j', (given, expected) => {
  const found = fromQuotedPrintable(Buffer.from(given))
  expect(given === '=C3' ? found.toString('latin1') : found.toString()).toBe(expected)
})
