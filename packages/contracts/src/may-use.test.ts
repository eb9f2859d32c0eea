import { expect, test } from 'vitest'
import { mayUse } from './may-use'

const staff = {
  role: 'staff',
  rights: { lessons: 'edit', students: 'view' },
  exports: ['students', 'equipment'],
} as const
const may = (table: string) =>
  (['view', 'edit', 'export'] as const).map((right) => mayUse({ ...staff, exports: [...staff.exports] }, table, right))

test('staff see, edit and export the tables they have the right for', () => {
  expect(may('lessons')).toEqual([true, true, false])
  expect(may('students')).toEqual([true, false, true])
})

test('a table without a right is closed, also for export', () => {
  expect(may('equipment')).toEqual([false, false, false])
  expect(may('users')).toEqual([false, false, false])
})

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
  '%s is no table that anyone has a right for',
  (table) => {
    expect(may(table)).toEqual([false, false, false])
  },
)

test('an admin may do everything, a user nothing, whatever rights their documents hold', () => {
  const rights = { lessons: 'edit' } as const
  expect(mayUse({ role: 'admin', rights: {}, exports: [] }, 'lessons', 'export')).toBe(true)
  expect(mayUse({ role: 'user', rights, exports: ['lessons'] }, 'lessons', 'view')).toBe(false)
})

test('staff have no right on the table of people, whatever their documents hold', () => {
  const rights = { users: 'edit' } as const
  for (const right of ['view', 'edit', 'export'] as const)
    expect(mayUse({ role: 'staff', rights, exports: ['users'] }, 'users', right)).toBe(false)
})
