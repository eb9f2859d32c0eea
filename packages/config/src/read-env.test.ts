import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { ConfigError, flag, json, key256, list, mongoUri, origin, port, readEnv, secret } from '.'

const schema = v.object({
  PEPPER: secret(),
  PORT: v.optional(port, '3000'),
  ADMINS: v.optional(list, ''),
  OPEN: v.optional(flag, 'false'),
  SITE: origin,
})
const pepper = 'q8Yw2mVtR5pLxKz7Nc4BdHf9JsGa3EuT'

function errorsOf(source: Record<string, string>) {
  try {
    readEnv(schema, source)
    return 'none'
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message
  }
}

test('values are read into their own types', () => {
  expect(
    readEnv(schema, { PEPPER: pepper, ADMINS: ' a@b.co, ,c@d.co ', SITE: 'http://localhost:8080', OPEN: 'true' }),
  ).toEqual({
    PEPPER: pepper,
    PORT: 3000,
    ADMINS: ['a@b.co', 'c@d.co'],
    OPEN: true,
    SITE: 'http://localhost:8080',
  })
})

test('every problem is listed in one message, without a value', () => {
  const message = errorsOf({ PEPPER: 'short', PORT: 'http', SITE: 'https://school.example/path' })
  expect(message.split('; ')).toHaveLength(3)
  expect(message).toMatch(/PEPPER: must have at least 32 characters/)
  expect(message).toMatch(/PORT: must be a port number/)
  expect(message).toMatch(/SITE: must be an origin/)
  expect(message).not.toContain('short')
})

test.each(['a'.repeat(40), 'please-change-me-please-change-me-please', 'my-secret-my-secret-my-secret-my-secret'])(
  'the placeholder %s is refused',
  (value) => expect(errorsOf({ PEPPER: value, SITE: 'https://a.example' })).toMatch(/PEPPER: looks like a placeholder/),
)

test('an empty value counts as missing', () => {
  expect(errorsOf({ PEPPER: '', SITE: 'https://a.example' })).toMatch(/PEPPER: is missing/)
})

test('a secret may come from a file, but not from both places', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'config-')), 'pepper')
  writeFileSync(file, `${pepper}\n`)
  expect(readEnv(schema, { PEPPER_FILE: file, SITE: 'https://a.example' }).PEPPER).toBe(pepper)
  expect(errorsOf({ PEPPER: pepper, PEPPER_FILE: file, SITE: 'https://a.example' })).toMatch(/PEPPER: set either/)
  expect(errorsOf({ PEPPER_FILE: `${file}.gone`, SITE: 'https://a.example' })).toMatch(
    /PEPPER: the file .* cannot be read/,
  )
})

test('keys, addresses and JSON are checked for their shape', () => {
  const shapes = v.object({
    KEY: key256,
    DB: mongoUri,
    KEYS: json(v.object({ keys: v.array(v.string()) }), 'a key set'),
  })
  const good = {
    KEY: Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url'),
    DB: 'mongodb://h/d',
    KEYS: '{"keys":["a"]}',
  }
  expect(readEnv(shapes, good)).toMatchObject({ DB: 'mongodb://h/d', KEYS: { keys: ['a'] } })
  expect(() => readEnv(shapes, { KEY: Buffer.alloc(32).toString('base64url'), DB: 'http://h', KEYS: '{' })).toThrow(
    /KEY: looks.*; DB: must be a URL.*; KEYS: must be a key set as JSON/,
  )
})

test.each([
  'mongodb://h/d',
  'mongodb://h:27017',
  'mongodb://a:27017,b:27018,c:27019/archery?replicaSet=rs0',
  'mongodb://forms:p%40ss,word@a:27017,b:27017/archery?replicaSet=rs0&tls=true',
  'mongodb://[::1]:27017,localhost/archery',
  'mongodb+srv://forms:secret@cluster.school/archery',
])('a MongoDB server or replica set is named by %s', (DB) => {
  expect(readEnv(v.object({ DB: mongoUri }), { DB })).toEqual({ DB })
})

test.each(['http://h/d', 'mongodb:', 'mongodb://', 'mongodb://a:1,', 'mongodb://a:x,b:2/d', 'a:27017,b:27017'])(
  'no MongoDB server is named by %s',
  (DB) => {
    expect(() => readEnv(v.object({ DB: mongoUri }), { DB })).toThrow(/DB: must be a URL that begins with mongodb:/)
  },
)
