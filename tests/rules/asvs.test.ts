import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { mutations } from '../security/mutation'
import { asvsRequirements } from './asvs-requirements'
import { evidenceErrors } from './evidence'

type Row = { requirement: string; level: string; status: string; statement: string; evidence: string }

const root = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const [header = '', ...lines] = read('docs/security/asvs.tsv').trimEnd().split('\n')
const rows: Row[] = lines.map((line) => {
  const [requirement = '', level = '', status = '', statement = '', evidence = ''] = line.split('\t')
  return { requirement, level, status, statement, evidence }
})
const statuses = ['proven', 'tested', 'documented', 'untested', 'not met', 'not applicable']

test('the table of requirements has one complete row for each requirement of levels 1 and 2', () => {
  expect(header.split('\t')).toEqual(['requirement', 'level', 'status', 'statement', 'evidence'])
  expect(rows.map(({ requirement }) => requirement).toSorted()).toEqual(asvsRequirements.toSorted())
  expect(rows.filter(({ status, statement }) => !statuses.includes(status) || statement === '')).toEqual([])
})

test('every proven or tested requirement names tests that exist', () => {
  const named = rows.filter(({ status }) => status === 'proven' || status === 'tested')
  expect(named.length).toBeGreaterThan(100)
  expect(named.flatMap(({ requirement, evidence }) => evidenceErrors(requirement, evidence))).toEqual([])
})

test('every proven requirement has a control that can be switched off', () => {
  const switched = new Set(mutations.flatMap(({ requirements }) => requirements))
  const proven = rows.filter(({ status }) => status === 'proven').map(({ requirement }) => requirement)
  expect(proven.filter((requirement) => !switched.has(requirement))).toEqual([])
})

test('every documented requirement names a document that exists', () => {
  const documented = rows.filter(({ status }) => status === 'documented')
  expect(documented.filter(({ evidence }) => !evidence || !existsSync(join(root, evidence)))).toEqual([])
})

test('evidence without a test, with a missing file or with a missing title is found', () => {
  const file = 'tests/rules/asvs.test.ts'
  expect(evidenceErrors('1.1.1', 'by inspection')).toEqual(['1.1.1 names no test'])
  expect(evidenceErrors('1.1.1', '`tests/none.test.ts` “x”')).toHaveLength(1)
  expect(evidenceErrors('1.1.1', `\`${file}\` “no such title ${1}”`)).toHaveLength(1)
})

test('the page on security counts the requirements as the table has them', () => {
  const page = read('docs/security.md')
  for (const status of statuses) {
    const count = rows.filter((row) => row.status === status).length
    expect(page).toMatch(new RegExp(`^\\| ${status} \\| ${count} \\|`, 'm'))
  }
})
