import type { AuditDetails } from '@app/contracts/audit'
import { type AuditAction, auditActions } from '@app/contracts/audit-actions'
import { calls } from '@app/contracts/calls'
import { expect, test } from 'vitest'
import { entryWords } from './entry-words'

const titles = new Map([
  ['lessons', { title: 'Lessons', fieldTitle: (field: string) => `${field} (Lessons)` }],
  ['students', { title: 'Students', fieldTitle: (field: string) => field.toUpperCase() }],
])
const said = (action: AuditAction, about: AuditDetails = {}) => {
  const { what, details } = entryWords({ action, table: null, about }, titles)
  return [what, ...details]
}
const access = { person: 'eve@example.com', role: 'staff', rights: 'lessons: edit, students: view', exports: 'lessons' }

test.each([
  ['level', 'changed LEVEL of'],
  ['level, guardian', 'changed LEVEL and GUARDIAN of'],
  ['level, guardian, notes', 'changed LEVEL, GUARDIAN and 1 other field of'],
  ['level, guardian, notes, waiver', 'changed LEVEL, GUARDIAN and 2 other fields of'],
])('a change names its fields: %s', (fields, what) => {
  const about = { source: 'form', fields }
  expect(entryWords({ action: 'update', table: 'students', about }, titles).what).toBe(what)
})

test.each<[AuditAction, AuditDetails, string[]]>([
  ['update', { source: 'form' }, ['changed']],
  ['update', { source: 'import' }, ['changed', 'By an import']],
  ['batch', { update: 3 }, ['started changing 3 records']],
  ['batch', { update: 1200, fields: 'level' }, ['started changing level of 1,200 records']],
  ['batch', { delete: 1 }, ['started deleting 1 record']],
  ['batch', { restore: 1200 }, ['started restoring 1,200 records']],
  ['export', { total: 50 }, ['exported 50 records']],
  ['export', { total: 'unknown' }, ['exported records']],
  ['export', { of: 'activity' }, ['exported the activity']],
  ['schema', { change: 'bring back' }, ['brought back the table']],
  ['schema', { change: 'fix', fields: 'level' }, ['changed values that did not fit in the table', 'level']],
  [
    'stop',
    { kind: 'batch', why: 'right', done: 300, total: 4000, author: 'ivy@archery.example' },
    [
      'stopped a change of several records',
      'ivy@archery.example no longer had the right',
      'Stopped after 300 of 4,000 records',
    ],
  ],
  [
    'stop',
    { kind: 'import', why: 'canceled', done: 1, total: 1 },
    ['stopped a change of several records', 'Stopped after 1 of 1 record'],
  ],
  [
    'schema',
    { change: 'remove', fields: 'Guide, Tent' },
    ['removed fields for good that were retired from the table', 'Guide, Tent'],
  ],
  ['status', { status: 'in_progress' }, ['set the status of an inquiry to In progress']],
  ['erase', { step: 'begun' }, ['began to erase everything from an address']],
  [
    'erase',
    { step: 'done', deleted: 1, students: 2 },
    ['erased everything from an address', '1 inquiry and 2 students deleted'],
  ],
  ['mailing', { recipients: 4 }, ['wrote to 4 people']],
  ['sign-in', { method: 'code' }, ['signed in', 'With a code from an email']],
  ['sign-in-refused', { method: 'google' }, ['failed to sign in', 'With Google']],
  [
    'sign-in-refused',
    { method: 'code', person: 'eve@example.com', request: 'r1' },
    ['refused a sign-in as eve@example.com', 'With a code from an email'],
  ],
  ['access-refused', { call: 'GET /api/people' }, ['was refused access', 'Tried to see People (GET /api/people)']],
  [
    'access-refused',
    { call: 'PUT /api/tables/:table/:id' },
    ['was refused access', 'Tried to change records (PUT /api/tables/:table/:id)'],
  ],
  ['access-refused', { call: 'PUT /api/new' }, ['was refused access', 'Tried PUT /api/new']],
  [
    'invite',
    access,
    ['invited a person', 'eve@example.com: Staff', 'May change Lessons', 'May see Students', 'May export Lessons'],
  ],
  [
    'access',
    { person: 'eve@example.com', role: 'user', disabled: true },
    ['changed what a person may do', 'eve@example.com: No access', 'The account is disabled'],
  ],
  ['backup', { collections: 20, documents: 1234, bytes: 99 }, ['made a backup', '1,234 documents']],
  [
    'verify',
    { unchained: 2, faults: 0, auth: '10 abc', forms: '3 def' },
    ['verified the audit', 'All 15 entries are unchanged'],
  ],
  [
    'verify',
    { unchained: 0, faults: 1, auth: '10 abc' },
    ['verified the audit', '1 entry altered: see the alert and its runbook page'],
  ],
  ['reply', { outcome: 'unknown' }, ['answered an inquiry', 'The service stopped midway: this may not have happened']],
])('%s of %j', (action, about, words) => {
  expect(said(action, about)).toEqual(words)
})

test('an entry of an earlier release, without details, reads as its action', () => {
  for (const action of auditActions) expect(said(action).join(' ')).not.toMatch(/undefined|null|NaN|Invalid/)
})

test('the table is named where the words do not say it', () => {
  const where = (action: AuditAction, table: string | null) => entryWords({ action, table, about: {} }, titles).where
  expect(where('update', 'lessons')).toBe('in Lessons')
  expect(where('schema', 'lessons')).toBe('Lessons')
  expect(where('schema', 'boats')).toBe('boats')
  expect(where('mailing', 'lessons')).toBeUndefined()
  expect(where('sign-in', null)).toBeUndefined()
})

test('every call that needs a right is said in words when it was refused, and only those of inquiries as an inquiry', () => {
  const refusable = calls.filter(({ access }) => access !== 'public' && access !== 'user')
  expect(refusable.length).toBeGreaterThan(100)
  for (const { method, path } of refusable) {
    const [, tried] = said('access-refused', { call: `${method.toUpperCase()} ${path}` })
    expect(tried).toMatch(/^Tried to [a-z]+ .+ \(/)
    expect(tried?.includes(' an inquiry ')).toBe(path.startsWith('/api/forms/submissions'))
  }
})
