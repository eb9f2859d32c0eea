import type { CurrentUser } from './users'

/** Whose rights are looked at. */
export type RightsHolder = Pick<CurrentUser, 'role' | 'rights' | 'exports'>

/** The table of people, which decides about rights itself. */
const usersTable = 'users'

/**
 * Whether a user has a right on a table. Admins have every right; staff have those they were given; a right to edit or to
 * the right to export requires the right to see the table. People are for admins only.
 */
export function mayUse(
  { role, rights, exports }: RightsHolder,
  table: string,
  right: 'view' | 'edit' | 'export',
): boolean {
  if (role === 'admin') return true
  if (role !== 'staff' || table === usersTable || !Object.hasOwn(rights, table)) return false
  if (right === 'export') return exports.includes(table)
  return right === 'view' || rights[table] === 'edit'
}
