import { expect, test } from 'vitest'
import { safeReturnUrl } from './return-url'

const origin = 'https://site.example'
const asked = (url: string | null) => safeReturnUrl(url, origin)

test.each(['/admin', '/admin?table=students&page=2', '/', '/login#x', '/a/../admin'])('%s is a path of ours', (url) => {
  expect(new URL(asked(url), origin).origin).toBe(origin)
  expect(asked(url)).toBe(new URL(url, origin).href.slice(origin.length))
})

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
])('case 51: %j leads to the dashboard', (url) => {
  expect(asked(url)).toBe('/admin')
})
