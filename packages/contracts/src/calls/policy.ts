import type { AuditAction } from '../audit'

/** A right of staff on one table. `edit` includes `view`; exporting is a right apart. */
export type RightLevel = 'view' | 'edit' | 'export'

/**
 * The table a call is about: a fixed one (`lessons`), the one a path parameter names (`:table`), or the one a field of the
 * body names (`{ body: 'table' }`).
 */
export type TableSource = string | { body: string }
export type Right = { table: TableSource; level: RightLevel }

export const right = <const T extends TableSource, const L extends RightLevel>(table: T, level: L) => ({ table, level })

/**
 * Who may call: anyone, whoever is signed in, staff and admins (the response holds only what their rights cover), staff with
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
] as const as readonly LimitName[]
export type LimitName =
  | ('read' | 'write' | 'send' | 'export' | 'upload')
  | ('codeSend' | 'codeCheck' | 'providerLogin' | 'inquiry' | 'visit' | 'calendar' | 'hook')

/**
 * What the audit records of a successful call. Names and choices only, never values that people wrote.
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
   * scope. Without it they are refused.
   */
  own?: true
  /** A sign-in within the last 15 minutes: always, or where the call is about one of these tables. */
  stepUp?: true | { tables: readonly string[] }
  limit: LimitName
  /** Takes much time or memory: a replica runs one such call of a person at a time, and others of that person wait a moment. */
  heavy?: true
  /** Whether service accounts may call, where that differs from `isOpenToAccounts`. */
  accounts?: boolean
}

/** The policies of what admins read, and of what they change after a recent sign-in. */
export const adminRead = { access: 'admin', limit: 'read' } as const
export const adminChange = { access: 'admin', stepUp: true, limit: 'write' } as const

/**
 * Whether a service account may call, with the rights that staff would need. Closed are what belongs to a person or to admins,
 * and what needs a recent sign-in, which an account never has.
 *
 * @param table the table that the call is about; left out while it is not known
 */
export function isOpenToAccounts({ access, stepUp, accounts }: Policy, table?: string): boolean {
  if (accounts !== undefined) return accounts
  if (access === 'public') return true
  if (access === 'user' || access === 'admin' || stepUp === true) return false
  return !(stepUp && table !== undefined && stepUp.tables.includes(table))
}

/** The table of people who sign in: changing it changes rights. */
export const peopleTable = 'users'
/** Tables whose records are about persons. */
export const personTables = ['contact_submissions', 'students', 'guardians'] as const

/** For calls that change a table: the table of people needs a recent sign-in. */
export const stepUpToEdit = { tables: [peopleTable] } as const
/** For calls that export a table: personal data needs a recent sign-in. */
export const stepUpToExport = { tables: [peopleTable, ...personTables] } as const
