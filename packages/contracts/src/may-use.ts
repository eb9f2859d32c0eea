import { type CurrentUser, ownTable } from './users'

/** Whose rights are looked at. */
export type RightsHolder = Pick<CurrentUser, 'role' | 'rights' | 'exports'>

type Level = 'view' | 'edit' | 'export'

/** The table of people, which decides about rights itself. */
const usersTable = 'users'

/** The people in those records, who may be seen with them, and their guardians. */
const ownPeopleTables: readonly string[] = ['students', 'guardians']

/** Fields that may be changed in one's own lessons. Not the people in them, and not the instructor: that would open other students and lessons. */
export const ownFields: readonly string[] = ['present', 'absent', 'excused', 'notes']

const isStaffWith = ({ role, rights }: RightsHolder, table: string) => role === 'staff' && Object.hasOwn(rights, table)

/**
 * True if a user has a right on a table, and so on all of its records. Admins have every right; staff have those they were
 * given; a right to edit or to export requires the right to see the table. People are for admins only. A right to one's own
 * records is none here: see `mayUseOwn`.
 */
export function mayUse(holder: RightsHolder, table: string, right: Level): boolean {
  if (holder.role === 'admin') return true
  if (!isStaffWith(holder, table) || table === usersTable) return false
  const given = holder.rights[table]
  if (given !== 'view' && given !== 'edit') return false
  if (right === 'export') return holder.exports.includes(table)
  return right === 'view' || given === 'edit'
}

/** True if a user has a right on their own records of a table and on no other: to mark their lessons, and to see the students in them. */
export function mayUseOwn(holder: RightsHolder, table: string, right: Level): boolean {
  if (!isStaffWith(holder, ownTable) || holder.rights[ownTable] !== 'own' || mayUse(holder, table, 'view')) return false
  return table === ownTable ? right !== 'export' : ownPeopleTables.includes(table) && right === 'view'
}
