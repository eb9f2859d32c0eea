import { mayUse, mayUseOwn, type RightsHolder } from '@app/contracts/policy'
import type { Role } from '@app/contracts/users'
import { createContext, useContext } from 'react'

const everything: RightsHolder = { role: 'admin', rights: {}, exports: [] }

/** The rights of the signed-in user; the guard provides them. */
export const RightsContext = createContext<RightsHolder>(everything)

export type Rights = (table: string, right: 'view' | 'edit' | 'export') => boolean

/**
 * The user's right on a table. Whoever may see their own records of it alone may see it, and not edit it. This decides what is
 * offered only: each service checks every call.
 */
export function useRights(): Rights {
  const holder = useContext(RightsContext)
  return (table, right) => mayUse(holder, table, right) || (right === 'view' && mayUseOwn(holder, table, right))
}

export function useSeesWhole() {
  const holder = useContext(RightsContext)
  return (table: string) => mayUse(holder, table, 'view')
}

/** True if the user sees their own lessons alone, or of students those in them. */
export const useSeesOwnOnly = (table: string) => mayUseOwn(useContext(RightsContext), table, 'view')

export const useMayEdit = (table: string) => useRights()(table, 'edit')

export const useIsAdmin = () => useContext(RightsContext).role === 'admin'

export const roleTitles: Record<Role, string> = { admin: 'Admin', staff: 'Staff', user: 'No access' }

/** Names those who can give a missing right. */
export const toAskAdmin = 'An admin of the school can give it to you under Settings, People.'

/** Of tables that the reader may not see, whose titles are not sent to them. */
const names: Readonly<Record<string, string>> = {
  contact_submissions: 'Contact Submissions',
  lessons: 'Lessons',
  students: 'Students',
  guardians: 'Guardians',
  instructors: 'Instructors',
  equipment: 'Equipment',
  website: 'Website',
}

type Titled = { name: string; title: string }

/** Which right is missing, by the reader's own rights alone: the same for a table that does not exist. */
export function missingRightText(needed: readonly string[], tables: readonly Titled[]): string {
  const titleOf = (name: string) => tables.find((one) => one.name === name)?.title ?? names[name] ?? `“${name}”`
  return `You need the right to see ${needed.map(titleOf).join(' or ')}. ${toAskAdmin}`
}
