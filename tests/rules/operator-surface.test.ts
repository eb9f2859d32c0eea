import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const make = (target: string) => execFileSync('make', ['--silent', target], { cwd: root, encoding: 'utf8' })
const listed = (text: string) => Array.from(text.matchAll(/^ {2}make (\S+)/gm), ([, name]) => name)

/** What a school needs to know; everything else is for rare days and developers. */
const daily = ['secrets', 'check-production', 'up', 'status', 'backup', 'restore', 'update', 'roll-back']

test('`make help` shows the eight commands of an operator, `make help-all` every one', () => {
  expect(listed(make('help'))).toEqual([...daily, 'help-all'])
  const targets = Array.from(read('Makefile').matchAll(/^([a-z0-9-]+):.*## /gm), ([, name]) => name)
  expect(listed(make('help-all'))).toEqual(targets)
  expect(targets).toEqual(expect.arrayContaining(daily))
})

test('the guide begins with the same eight', () => {
  const [line = ''] = /^Eight commands run the site.*$/m.exec(read('deploy/README.md')) ?? []
  const named = Array.from(line.split(': ')[1]!.matchAll(/`(?:make )?([a-z-]+)`/g), ([, name]) => name)
  expect(named).toEqual(daily)
})

test('what a school may have to set are at most 60 variables; the rest is an appendix', () => {
  const [school = '', appendix = ''] = read('.env.example').split(/^# ===== Appendix: .*$/m)
  const count = (text: string) => text.match(/^#?[A-Z][A-Z0-9_]*=/gm)?.length
  expect(count(school)).toBeLessThanOrEqual(60)
  expect(count(appendix)).toBeGreaterThan(20)
})

test('the guide is short enough to be read', () => {
  expect(read('deploy/README.md').match(/\S+/g)?.length).toBeLessThanOrEqual(2_500)
})
