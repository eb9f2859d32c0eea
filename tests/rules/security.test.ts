import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { asvsNumbers } from './asvs'
import { sources } from './source'

const root = resolve(import.meta.dirname, '../..')
const document = readFileSync(join(root, 'docs/security.md'), 'utf8')

/** The part of the document under a heading, up to the next one of the same rank. */
const part = (heading: string) => document.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? ''
const rowsOf = (text: string) =>
  text.split('\n').flatMap((line) => {
    const cells = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    return cells.length > 1 && !/^-+$|^ASVS$|^reason$/.test(cells[0]!) ? [cells] : []
  })
const numberIn = ([number = '']: string[]) => number

const proven = rowsOf(part('Proven by tests'))
const written = rowsOf(part('Written down'))
const others = ['Held, but shown by no test', 'Not met'].flatMap((heading) => rowsOf(part(heading)))
const absent = rowsOf(part('Without an object here')).flatMap(([, numbers = '']) => numbers.split(', '))

/** What is wrong with a row: it names no test, or one that is not there. */
function faultsOf([number, , , proof = '']: string[]): string[] {
  const tests = [...proof.matchAll(/`([^`]+)` “([^”]+)”/g)]
  if (tests.length === 0) return [`${number} names no test`]
  return tests.flatMap(([, file = '', title = '']) => {
    if (!/\.(test|spec)\.tsx?$/.test(file) || !existsSync(join(root, file))) return [`${number}: there is no ${file}`]
    const text = readFileSync(join(root, file), 'utf8')
    const isThere = [`'`, '"', '`'].some((quote) => text.includes(`${quote}${title}${quote}`))
    return isThere ? [] : [`${number}: ${file} has no test “${title}”`]
  })
}

test('every requirement of levels 1 and 2 is in exactly one list', () => {
  const listed = [...[...proven, ...written, ...others].map(numberIn), ...absent]
  expect(listed.toSorted()).toEqual(asvsNumbers.toSorted())
})

test('every row claimed as proven names existing tests', () => {
  expect(proven.length).toBeGreaterThan(100)
  expect(proven.flatMap(faultsOf)).toEqual([])
})

test('a row without a test, or with a missing file or title, is detected', () => {
  const file = 'tests/rules/security.test.ts'
  expect(faultsOf(['1.1.1', '1', 'x', 'by looking at it'])).toEqual(['1.1.1 names no test'])
  expect(faultsOf(['1.1.1', '1', 'x', '`tests/none.test.ts` “x”'])).toHaveLength(1)
  expect(faultsOf(['1.1.1', '1', 'x', `\`${file}\` “no such title ${1}”`])).toHaveLength(1)
})

test('documents that are referred to exist', () => {
  const files = written.map(([, , where = '']) => /`([^`]+)`/.exec(where)?.[1] ?? '')
  expect(files.filter((file) => !file || !existsSync(join(root, file)))).toEqual([])
})

const code = sources.filter(({ isTest, path }) => !isTest && !path.endsWith('.fixture.ts'))
const holding = (where: RegExp, pattern: RegExp) =>
  code.filter(({ path, text }) => where.test(path) && pattern.test(text)).map(({ path }) => path)

/** What runs while requests are answered. */
const serving =
  /^services\/|^packages\/(api-reference|config|contracts|mail|mongo|service|session|table-schema|telemetry)\//

test('request-serving code neither evaluates text nor runs system commands', () => {
  expect(holding(serving, /child_process|Bun\.(spawn|\$)|\beval\(|new Function\b|['"](node:)?vm['"]/)).toEqual([])
})

test('services call configured addresses only', () => {
  // The one place is handed to openid-client, which knows the issuer and what the issuer names.
  expect(holding(/^services\//, /\b(?<!\.)fetch\((?!\))/)).toEqual(['services/auth/src/openid/named-localhost.ts'])
  expect(holding(serving, /from ['"](node:)?(http|https|http2)['"]/)).toEqual([])
})

test('the pages never turn strings into markup', () => {
  expect(
    holding(/^web\/src\//, /dangerouslySetInnerHTML|\.(inner|outer)HTML\s*=|insertAdjacentHTML|document\.write/),
  ).toEqual([])
})

test('browser storage holds nothing but a sign-in in progress', () => {
  expect(holding(/^web\/src\//, /localStorage|indexedDB|document\.cookie/)).toEqual([])
  expect(holding(/^web\/src\//, /sessionStorage/).sort()).toEqual([
    'web/src/features/sign-in/pending-login.ts',
    'web/src/features/sign-in/popup.ts',
  ])
})

const used = (pattern: RegExp) =>
  code.flatMap(({ path, text }) => (serving.test(path) ? Array.from(text.matchAll(pattern), ([, name]) => name) : []))

test('only the algorithms of the inventory are used', () => {
  expect([...new Set(used(/create(?:Hash|Hmac)\(\s*'([\w-]+)'/g))]).toEqual(['sha256'])
  expect([...new Set(used(/const algorithm = '([\w-]+)'/g))]).toEqual(['aes-256-gcm', 'EdDSA'])
  // Ciphers are named by that constant alone.
  expect(used(/create(?:Decipheriv|Cipheriv)\((\w+|'[^']*')/g)).toEqual(['algorithm', 'algorithm'])
  expect(new Set(used(/'((?:EdDSA|[HREP]S\d{3}))'/g))).toEqual(new Set(['EdDSA', 'RS256', 'ES256']))
})

test('ids and secrets have at least 128 random bits', () => {
  const sizes = code.flatMap(({ path, text }) =>
    serving.test(path) ? Array.from(text.matchAll(/randomBytes\((\w+)\)/g), ([, size = '']) => ({ path, size })) : [],
  )
  expect(sizes.length).toBeGreaterThan(5)
  // The nonce of the cipher has twelve bytes by its standard, the id of a file those of an ObjectId: it opens nothing.
  const shorter = sizes.filter(({ size }) => !(Number(size) >= 16))
  expect(shorter.map(({ path, size }) => `${path} ${size}`).sort()).toEqual([
    'packages/mail/src/seal.ts ivBytes',
    'services/admin-tables/src/models/file-store.ts 12',
  ])
})
