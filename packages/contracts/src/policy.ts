import type { AuditAction } from './audit-actions'
import { type CurrentUser, ownTable } from './users'

/** Whose rights are looked at. */
export type RightsHolder = Pick<CurrentUser, 'role' | 'rights' | 'exports'>

/** A right of staff on one table. `edit` includes `view`; exporting is a right apart. */
export type RightLevel = 'view' | 'edit' | 'export'

/** The table of people who sign in, which decides about rights itself: changing it changes rights. */
export const peopleTable = 'users'
/** Tables whose records are about persons. */
export const personTables = ['contact_submissions', 'students', 'guardians'] as const

/** The people in one's own lessons, who may be seen with them, and their guardians. */
const ownPeopleTables: readonly string[] = ['students', 'guardians']

/** Fields that may be changed in one's own lessons. Not the people in them, and not the instructor: that would open other students and lessons. */
export const ownFields: readonly string[] = ['present', 'absent', 'excused', 'notes']

const isStaffWith = ({ role, rights }: RightsHolder, table: string) => role === 'staff' && Object.hasOwn(rights, table)

/**
 * True if a user has a right on a table, and so on all of its records. Admins have every right; staff have those they were
 * given; a right to edit or to export requires the right to see the table. People are for admins only. A right to one's own
 * records is none here: see `mayUseOwn`.
 */
export function mayUse(holder: RightsHolder, table: string, right: RightLevel): boolean {
  if (holder.role === 'admin') return true
  if (!isStaffWith(holder, table) || table === peopleTable) return false
  const given = holder.rights[table]
  if (given !== 'view' && given !== 'edit') return false
  if (right === 'export') return holder.exports.includes(table)
  return right === 'view' || given === 'edit'
}

/** True if a user has a right on their own records of a table and on no other: to mark their lessons, and to see the students in them. */
export function mayUseOwn(holder: RightsHolder, table: string, right: RightLevel): boolean {
  if (!isStaffWith(holder, ownTable) || holder.rights[ownTable] !== 'own' || mayUse(holder, table, 'view')) return false
  return table === ownTable ? right !== 'export' : ownPeopleTables.includes(table) && right === 'view'
}

/**
 * The table a call is about: a fixed one (`lessons`), the one a path parameter names (`:table`), or the one a field of the
 * body names (`{ body: 'table' }`).
 */
export type TableSource = string | { body: string }
export type Right = { table: TableSource; level: RightLevel }

export const right = <const T extends TableSource, const L extends RightLevel>(table: T, level: L) => ({ table, level })

/**
 * Callers: anyone, anyone signed in, staff and admins (the response holds only what their rights cover), staff with
 * one right and admins, or admins.
 */
export type Access = 'public' | 'user' | 'anyRight' | 'admin' | Right

/**
 * Which budget a call uses up. The first five have one budget per session and one per network; the others belong to calls
 * without a session and are counted per network, `calendar` and `hook` also per secret address.
 */
export const limits = [
  ...['read', 'write', 'send', 'export', 'upload'],
  ...['codeSend', 'codeCheck', 'providerLogin', 'inquiry', 'visit', 'calendar', 'hook'],
] as const
export type LimitName = (typeof limits)[number]

/**
 * The audit's record of a successful call. Names and choices only, never values that people wrote.
 *
 * `by: 'action'`: the entry is added by the action that makes the change, because it is atomic with the write or knows more
 * than the call.
 */
export type AuditPolicy =
  | { action: AuditAction; by: 'action' }
  | {
      action: AuditAction
      by?: never
      /** Left out where the right names it. */
      table?: string
      /** The path parameter that holds the id of the record. */
      record?: string
      /** Fields of the body whose value is recorded: choices, never text. */
      about?: readonly string[]
      /** Records the names of the fields of the body. */
      names?: true
    }

export type Policy = {
  access: Access
  /**
   * Staff who have a right to their own records of the table alone may call, too: the handler reads and writes within their
   * scope. Without it they are refused. `view`: also where the right on the table would have to be higher.
   */
  own?: true | 'view'
  /** A sign-in within the last 15 minutes, always. What the right and the budget of a call ask for is derived: `stepUpOf`. */
  stepUp?: true
  limit: LimitName
  /** Takes much time or memory: a replica runs one such call of a person at a time, and others of that person wait a moment. */
  heavy?: true
  /** Opens or closes the call for service accounts, where that differs from `isOpenToAccounts`. */
  accounts?: boolean
}

/** The policies of a call that reads, or changes, with a right on a table. */
export const readOf = <const T extends TableSource>(table: T) =>
  ({ access: right(table, 'view'), limit: 'read' }) as const
export const changeOf = <const T extends TableSource>(table: T) =>
  ({ access: right(table, 'edit'), limit: 'write' }) as const

/** The policies of what admins read, and of what they change after a recent sign-in. */
export const adminRead = { access: 'admin', limit: 'read' } as const
export const adminChange = { access: 'admin', stepUp: true, limit: 'write' } as const

/** `true`: always. Otherwise where the call is about one of these tables. */
export type StepUp = true | { tables: readonly string[] }

/** The tables for which such a call needs a recent sign-in. */
function guardedTables(limit: LimitName, level: RightLevel): readonly string[] {
  if (limit === 'export' || level === 'export') return [peopleTable, ...personTables]
  return level === 'edit' ? [peopleTable] : []
}

/**
 * When a call needs a recent sign-in. No call can forget it: an export of persons needs one, and so does a change of the people who
 * sign in, whatever the call.
 */
export function stepUpOf({ access, stepUp, limit }: Policy): StepUp | undefined {
  if (stepUp) return true
  if (typeof access === 'string') return limit === 'export' && access !== 'public' ? true : undefined
  const tables = guardedTables(limit, access.level)
  const { table } = access
  if (typeof table === 'string' && !table.startsWith(':')) return tables.includes(table) ? true : undefined
  return tables.length > 0 ? { tables } : undefined
}

/** Tells of a table whether calls about it need a recent sign-in; `undefined` while the table is not known. */
export function recentSignInOf(policy: Policy): (table: string | undefined) => boolean {
  const stepUp = stepUpOf(policy)
  return (table) => stepUp === true || (stepUp !== undefined && table !== undefined && stepUp.tables.includes(table))
}

export const needsRecentSignIn = (policy: Policy, table: string | undefined): boolean => recentSignInOf(policy)(table)

/**
 * True if a service account may call, with the rights that staff would need. Closed are what belongs to a person or to admins,
 * and what needs a recent sign-in, which an account never has.
 *
 * @param table the table that the call is about; left out while it is not known
 */
export function isOpenToAccounts(policy: Policy, table?: string): boolean {
  const { access, accounts } = policy
  if (accounts !== undefined) return accounts
  if (access === 'public') return true
  return access !== 'user' && access !== 'admin' && !needsRecentSignIn(policy, table)
}

/** The right on the public page is stored and checked like a right on a table of this name. */
export const websiteRight = 'website'
