import { expect, test } from 'vitest'
import { readMail } from './read-mail'

const many = (name: string) => `${name}: ${'somebody@club.example, '.repeat(800)}zoe@club.example`
const read = (...lines: string[]) => readMail(Buffer.from([...lines, 'Subject: Party', '', 'Hello'].join('\r\n')))

test('author and subject are read behind lists of recipients of any length', async () => {
  const { content, hasSeveralSenders } = await read(many('To'), many('Cc'), many('Bcc'), 'From: Ann <ann@example.org>')
  expect(content).toMatchObject({ from: { name: 'Ann', address: 'ann@example.org' }, subject: 'Party', text: 'Hello' })
  expect(hasSeveralSenders).toBeUndefined()
})

test.each([
  ['behind a long comment', [`From: ann@example.org (${'x'.repeat(17_000)}), eve@evil.example`]],
  ['behind a blank before the colon', [`From : ann@example.org (${'x'.repeat(9_000)}), eve@evil.example`]],
  ['behind a tab before the colon', [`From\t: ann@example.org (${'x'.repeat(9_000)}), eve@evil.example`]],
  ['behind lists of recipients', ['From: ann@example.org', many('To'), many('Cc'), 'From: eve@evil.example']],
  ['in brackets of its own', ['From: <ann@example.org> <eve@evil.example>']],
  ['with a quoted @', ['From: <ann@example.org> <"ann@example.org"@evil.example>']],
  ['with a quoted >', ['From: <ann@example.org> <"a>b"@evil.example>']],
  ['between quotes in comments', ['From: <ann@example.org> (") <"a>b"@evil.example> (")']],
  ['behind a comment that a program closes too early', ['From: ((x) <ann@example.org>) <eve@evil.example>']],
  ['without a closing bracket', ['From: <ann@example.org> <"a>b"@evil.example']],
  ['behind the brackets within brackets', ['From: <<ann@example.org> eve@evil.example>']],
  ['with nothing in between', ['From: ann@example.org eve@evil.example']],
  ['by a domain with blanks', ['From: ann@example.org .evil.example']],
  ['in the name of a group', ['From: eve@evil.example: <ann@example.org>;']],
  ['behind a lone CR', ['From: eve@evil.example\rFrom: ann@example.org']],
  ['behind an open quote', ['From: <ann@example.org> " <"a>b"@evil.example>']],
])('a further author %s is not overlooked', async (_, lines) => {
  expect(await read(...lines)).toMatchObject({ hasSeveralSenders: true })
})

test.each([
  'Ann <ann@example.org>',
  '"Ann <x> \\" (y" <Ann@Example.org>',
  'ann@example.org (Ann, at home)',
  '"Lee, Ann @ home" < ann@example.org > (at (my) home)',
  'ann@example.org <ann@example.org>',
  'zoe@club.example <ann@example.org>',
  'Club: Ann @ home <ann@example.org>',
  'School: ann@example.org;',
])('%s is one author', async (from) => {
  const { content, hasSeveralSenders } = await read(`From: ${from}`)
  expect(content.from.address).toBe('ann@example.org')
  expect(hasSeveralSenders).toBeUndefined()
})

test.each([
  ['From: <eve@evil.example>, <ann@example.org>', true],
  ['From: ann@example.org\r\nFrom: eve@evil.example', true],
  ['From: Ann <ann@example.org>', undefined],
])('of a mail that cannot be read a further author is not overlooked either: %j', async (from, several) => {
  const { content, hasSeveralSenders } = await readMail(Buffer.from(`${from}\r\n\r\nHello`), 'It is damaged.')
  expect([content.from.address, hasSeveralSenders]).toEqual(['ann@example.org', several])
})
