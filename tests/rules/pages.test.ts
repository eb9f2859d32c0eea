import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { paths } from '../../web/src/lib/paths'
import { pages } from '../e2e/support/pages'

const web = resolve(import.meta.dirname, '../../web/src')
const pathOf = (address: string) => new URL(address, 'http://site').pathname

test('every screen of the router is opened, measured and looked at by tests/e2e/pages.spec.ts', () => {
  const ids = { student: 's', lesson: 'l', inquiry: 'i', day: '2026-11-28' }
  const opened = new Set(pages.map((page) => pathOf(typeof page === 'string' ? page : page(ids))))
  const known = Object.values(paths).map(pathOf)
  expect(known.length).toBeGreaterThan(20)
  expect(known.filter((path) => !opened.has(path))).toEqual([])
})

test('routes are named in lib/paths.ts alone', () => {
  const files = ['app/app.tsx', 'app/staff-files.ts']
  const routes = files.flatMap((file) => [
    ...readFileSync(join(web, file), 'utf8').matchAll(/<Route path=(.+?)>|^ {2}(\S+): \(\) =>/gm),
  ])
  expect(routes.length).toBeGreaterThan(20)
  expect(routes.map(([, route, page]) => route ?? page).filter((route) => !/[{[]paths\./.test(route!))).toEqual([])
})
