import { expect, test } from 'vitest'
import { mayUse, mayUseOwn, type RightsHolder } from './policy'
import { tableRight } from './users'

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

const levels = ['view', 'edit', 'export'] as const
const teacher: RightsHolder = {
  role: 'staff',
  rights: { lessons: 'own', equipment: 'view' },
  exports: ['lessons', 'students'],
}

test('a right to their own lessons is no right on the table, and one on the students in them', () => {
  for (const table of ['lessons', 'students'])
    expect(levels.map((right) => mayUse(teacher, table, right))).toEqual([false, false, false])
  const own = (table: string) => levels.map((right) => mayUseOwn(teacher, table, right))
  expect(own('lessons')).toEqual([true, true, false])
  expect(own('students')).toEqual([true, false, false])
  expect(own('guardians')).toEqual([true, false, false])
  expect(own('instructors')).toEqual([false, false, false])
  expect(own('equipment')).toEqual([false, false, false])
  expect(own('users')).toEqual([false, false, false])
})

test('a right on all students is not narrowed by one to own lessons; roles without rights have none', () => {
  const holder = { ...teacher, rights: { lessons: 'own', students: 'edit' } } as const
  expect([mayUse(holder, 'students', 'edit'), mayUseOwn(holder, 'students', 'view')]).toEqual([true, false])
  for (const role of ['user', 'admin'] as const)
    expect(levels.map((right) => mayUseOwn({ ...teacher, role }, 'lessons', right))).toEqual([false, false, false])
})

test('only a level that is meant to cover all records does', () => {
  const covering = tableRight.options.filter((level) =>
    mayUse({ ...teacher, rights: { lessons: level } }, 'lessons', 'view'),
  )
  expect(covering).toEqual(['view', 'edit'])
  // What another release may have stored.
  expect(mayUse({ ...teacher, rights: { lessons: 'mark' as 'view' } }, 'lessons', 'view')).toBe(false)
})
