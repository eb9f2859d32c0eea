import { expect, test } from 'vitest'
import { sources } from './source'

const code = sources.filter(({ isTest, path }) => !isTest && !path.endsWith('.fixture.ts'))
const holding = (where: RegExp, pattern: RegExp) =>
  code.filter(({ path, text }) => where.test(path) && pattern.test(text)).map(({ path }) => path)

/** Code that runs while requests are served. */
const serving =
  /^services\/|^packages\/(api-reference|config|contracts|mail|mongo|reader|school-time|service|session|table-schema|telemetry)\//

test('request-serving code neither evaluates text nor runs system commands', () => {
  // The only process is a program of the product, without environment, which parses what may be hostile; its arguments are the product's.
  const reader = 'packages/reader/src/limited-process.ts'
  expect(holding(serving, /child_process|Bun\.(spawn|\$)|\beval\(|new Function\b|['"](node:)?vm['"]/)).toEqual([reader])
  const { text = '' } = code.find(({ path }) => path === reader) ?? {}
  expect(text).toMatch(
    /Bun\.spawn\(\[process\.execPath, '--smol', program, \.\.\.args\], \{[^}]*env: \{ MALLOC_ARENA_MAX: '1' \}/,
  )
  expect(text.match(/spawn/g)).toHaveLength(1)
})

test('services call configured addresses only', () => {
  expect(holding(/^services\//, /\b(?<!\.)fetch\((?!\))/)).toEqual([
    // Through openid-client, which knows the issuer and its endpoints.
    'services/auth/src/google/provider.ts',
    // The figures of nginx, at NGINX_STATUS.
    'services/forms/src/nginx-state.ts',
  ])
  // What admins enter is checked there: https, public addresses, resolved once, no redirects.
  const webhooks = ['services/admin-tables/src/events/send.ts']
  expect(holding(serving, /from ['"](node:)?(http|https|http2)['"]/)).toEqual(webhooks)
})

test('the pages never turn strings into markup', () => {
  expect(
    holding(/^web\/src\//, /dangerouslySetInnerHTML|\.(inner|outer)HTML\s*=|insertAdjacentHTML|document\.write/),
  ).toEqual([])
})

test('browser storage holds a sign-in or an import in progress, and what works without a connection in one file', () => {
  // That the device is handed over, and by which PIN it is opened, as a salted hash.
  const handedOver = 'web/src/features/waivers/hand-over.ts'
  expect(holding(/^web\/src\//, /document\.cookie/)).toEqual([handedOver])
  // Each value with the day after which it is deleted, or until it is sent.
  expect(holding(/^web\/src\//, /indexedDB|idb-keyval/)).toEqual(['web/src/lib/device-store.ts'])
  // The program, without any answer of the API.
  expect(holding(/^web\/src\//, /caches\.|\bcache\.put/)).toEqual(['web/src/worker/admin-worker.ts'])
  // The chosen first page and column layouts, no personal data.
  const preferences = ['web/src/lib/start-page.ts', 'web/src/lib/stored.ts']
  expect(holding(/^web\/src\//, /localStorage/)).toEqual([handedOver, ...preferences])
  // The import that was open names it by its id alone, a visit the page and the site that it began with; stored.ts reads and keeps for
  // the files that name it.
  expect(holding(/^web\/src\//, /sessionStorage/).sort()).toEqual([
    'web/src/features/imports/open-import.ts',
    'web/src/features/sign-in/google.atoms.ts',
    handedOver,
    'web/src/lib/stored.ts',
    'web/src/lib/visit.ts',
  ])
})

const used = (pattern: RegExp) =>
  code.flatMap(({ path, text }) => (serving.test(path) ? Array.from(text.matchAll(pattern), ([, name]) => name) : []))

test('only the algorithms of the inventory are used', () => {
  expect([...new Set(used(/create(?:Hash|Hmac)\(\s*'([\w-]+)'/g))]).toEqual(['sha256'])
  expect([...new Set(used(/const algorithm = '([\w-]+)'/g))]).toEqual(['aes-256-gcm', 'EdDSA'])
  // Cipher names come from that constant only.
  expect(used(/create(?:Decipheriv|Cipheriv)\((\w+|'[^']*')/g)).toEqual(['algorithm', 'algorithm'])
  expect(new Set(used(/'((?:EdDSA|[HREP]S\d{3}))'/g))).toEqual(new Set(['EdDSA', 'RS256', 'ES256']))
})

test('cryptography comes from node:crypto, and only these functions of it', () => {
  const functions =
    'createCipheriv createDecipheriv createHash createHmac randomBytes randomInt randomUUID timingSafeEqual'
  const named = used(/import \{([^}]*)\} from 'node:crypto'/g).flatMap((names = '') =>
    names.split(',').map((name) => name.trim()),
  )
  expect([...new Set(named)].filter((name) => name && !functions.split(' ').includes(name))).toEqual([])
  const imports = used(/(from ['"](?:node:)?crypto['"])/g)
  expect(imports).toEqual(used(/import \{[^}]*\} (from 'node:crypto')/g))
  expect(
    holding(
      serving,
      /crypto\.subtle|Bun\.(hash|password|CryptoHasher|sha|MD|SHA)|(require|import)\(['"](node:)?crypto['"]/,
    ),
  ).toEqual([])
})

test('ids and secrets have at least 128 random bits', () => {
  const sizes = code.flatMap(({ path, text }) =>
    serving.test(path) ? Array.from(text.matchAll(/randomBytes\((\w+)\)/g), ([, size = '']) => ({ path, size })) : [],
  )
  expect(sizes.length).toBeGreaterThan(5)
  // The cipher's nonce has twelve bytes by its standard; a file's id is an ObjectId and grants nothing.
  const shorter = sizes.filter(({ size }) => !(Number(size) >= 16))
  expect(shorter.map(({ path, size }) => `${path} ${size}`).sort()).toEqual([
    'packages/config/src/seal.ts ivBytes',
    'services/admin-tables/src/files/file-store.ts 12',
  ])
})
