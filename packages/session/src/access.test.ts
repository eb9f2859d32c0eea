import { AppError } from '@app/contracts/errors'
import type { Access } from '@app/contracts/policy'
import { expect, test } from 'vitest'
import { requireAccess } from './access'
import type { User } from './models/user'
import { userWith } from './user.fixture'

const ada = userWith({ id: 'ada', role: 'admin' })
const rights = { lessons: 'view', places: 'edit', students: 'view' } as const
const sam = userWith({ id: 'sam', role: 'staff', rights, exports: ['students'] })
const uma = userWith({ id: 'uma' })
const tia = userWith({ id: 'tia', role: 'staff', rights: { lessons: 'own' }, exports: ['lessons', 'students'] })

/** 200, or the status of the refusal. */
function statusFor(user: User | undefined, access: Exclude<Access, 'public'>, table?: string): number {
  try {
    requireAccess(user && { sid: user.id, user, signedInAt: new Date() }, access, table)
    return 200
  } catch (error) {
    return (error as AppError).status
  }
}

test.each([
  ['user', [401, 200, 200, 200]],
  ['anyRight', [401, 403, 200, 200]],
  ['admin', [401, 403, 403, 200]],
] as const)('%s admits the roles it names', (access, statuses) => {
  expect([undefined, uma, sam, ada].map((user) => statusFor(user, access))).toEqual(statuses)
})

test.each([
  ['lessons', 'view', [403, 200, 200]],
  ['lessons', 'edit', [403, 403, 200]],
  ['lessons', 'export', [403, 403, 200]],
  ['places', 'edit', [403, 200, 200]],
  ['students', 'export', [403, 200, 200]],
  // A table that may not be viewed is hidden.
  ['other', 'view', [403, 404, 200]],
  ['other', 'edit', [403, 404, 200]],
  ['users', 'view', [403, 404, 200]],
  ['constructor', 'view', [403, 404, 200]],
] as const)('the right on %s to %s admits staff who have it and admins', (table, level, statuses) => {
  expect(statusFor(undefined, { table, level }, table)).toBe(401)
  expect([uma, sam, ada].map((user) => statusFor(user, { table, level }, table))).toEqual(statuses)
})

test('while the table is not known, or no right on it is asked for, only the role is checked', () => {
  const access = { table: { body: 'table' }, level: 'edit' } as const
  expect([undefined, uma, sam, ada].map((user) => statusFor(user, access))).toEqual([401, 403, 200, 200])
  expect(statusFor(sam, 'anyRight', 'other')).toBe(200)
})

const byRole = 'This area is restricted to administrators only.'
const byOwn = 'You may only view your lessons, and do what is needed in them.'

test.each([
  ['a visitor', undefined, 'user', 'not_signed_in', 'Please sign in.'],
  ['a user', uma, 'anyRight', 'forbidden', byRole],
  ['staff', sam, 'admin', 'forbidden', byRole],
  ['who may not change', sam, { table: 'lessons', level: 'edit' }, 'forbidden', /^You can view .* but not change/],
  ['who may not export', sam, { table: 'lessons', level: 'export' }, 'forbidden', 'You may not export this table.'],
  ['who may not view', sam, { table: 'other', level: 'view' }, 'not_found', /./],
  ['who may view own records', tia, { table: 'lessons', level: 'view' }, 'forbidden', byOwn],
] as const)('%s reads why a call is refused', (_, user, access, code, message) => {
  const identity = user && { sid: user.id, user, signedInAt: new Date() }
  const call = () => requireAccess(identity, access, typeof access === 'string' ? undefined : access.table)
  expect(call).toThrow(AppError)
  expect(call).toThrow(expect.objectContaining({ code, message: expect.stringMatching(message) }))
})

test('the identity of an admitted caller is returned', () => {
  const identity = { sid: 's1', user: ada, signedInAt: new Date() }
  expect(requireAccess(identity, 'admin')).toBe(identity)
  expect(() => requireAccess(undefined, 'user')).toThrow(new AppError('not_signed_in', 'Please sign in.'))
})

test('a right to own records admits to calls that keep within them, and to no other', () => {
  const status = (table: string, level: 'view' | 'edit' | 'export', own?: boolean | 'view') => {
    try {
      requireAccess({ sid: 'tia', user: tia, signedInAt: new Date() }, { table, level }, table, own)
      return 200
    } catch (error) {
      return (error as AppError).status
    }
  }
  const all = (table: string, own?: boolean | 'view') =>
    (['view', 'edit', 'export'] as const).map((level) => status(table, level, own))
  expect(all('lessons', true)).toEqual([200, 200, 403])
  expect(all('students', true)).toEqual([200, 403, 403])
  expect(all('students', 'view')).toEqual([200, 200, 200])
  expect(all('lessons')).toEqual([403, 403, 403])
  expect(all('students')).toEqual([403, 403, 403])
  expect(all('instructors', true)).toEqual([404, 404, 404])
})
