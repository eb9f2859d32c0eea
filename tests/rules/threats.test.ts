import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { evidenceErrors } from './evidence'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const [header = '', ...lines] = read('docs/security/threats.tsv').trimEnd().split('\n')
const threats = lines.map((line) => {
  const [actor = '', asset = '', attempt = '', status = '', stop = '', evidence = ''] = line.split('\t')
  return { actor, asset, attempt, status, stop, evidence, row: `${actor}: ${attempt}` }
})
const page = read('docs/security/threats.md')
/** The first column of the table below a heading of the page. */
const namesBelow = (heading: string) =>
  [...(page.split(`## ${heading}\n`)[1] ?? '').split('\n## ')[0]!.matchAll(/^\| ([^|]+?) \|/gm)]
    .map(([, name = '']) => name)
    .filter((name) => !/^-+$/.test(name))
    .slice(1)
const statuses = namesBelow('Status')

test('every threat is complete, and named once', () => {
  expect(header.split('\t')).toEqual(['actor', 'asset', 'attempt', 'status', 'what stops it', 'evidence'])
  expect(threats.filter(({ attempt, stop }) => !attempt || !stop)).toEqual([])
  expect(new Set(threats.map(({ row }) => row)).size).toBe(threats.length)
  expect(threats.filter(({ status }) => !statuses.includes(status))).toEqual([])
})

test('every actor and every asset of the page has threats, and each threat has an actor and an asset of the page', () => {
  expect([...new Set(threats.map(({ actor }) => actor))].sort()).toEqual(namesBelow('Actors').sort())
  expect([...new Set(threats.map(({ asset }) => asset))].sort()).toEqual(namesBelow('Assets').sort())
})

test('what is stopped or limited names a test that exists; what is accepted or open names none', () => {
  const [proven, others] = [true, false].map((is) =>
    threats.filter(({ status }) => is === ['stopped', 'limited'].includes(status)),
  )
  expect(proven!.length).toBeGreaterThan(20)
  expect(proven!.flatMap(({ row, evidence }) => evidenceErrors(row, evidence))).toEqual([])
  expect(others!.filter(({ evidence }) => evidence !== '')).toEqual([])
})

test('the page counts the threats as the table has them', () => {
  for (const status of statuses) {
    const count = threats.filter((threat) => threat.status === status).length
    expect(page).toMatch(new RegExp(`^\\| ${status} \\| ${count} \\|`, 'm'))
  }
})
