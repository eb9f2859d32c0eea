import { mayUse, mayUseOwn, type RightsHolder } from '@app/contracts/policy'
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

/** True if the user sees all records of a table. */
export function useSeesWhole() {
  const holder = useContext(RightsContext)
  return (table: string) => mayUse(holder, table, 'view')
}

/** True if the user sees their own lessons alone, or of students those in them. */
export const useSeesOwnOnly = (table: string) => mayUseOwn(useContext(RightsContext), table, 'view')

export const useMayEdit = (table: string) => useRights()(table, 'edit')

export const useIsAdmin = () => useContext(RightsContext).role === 'admin'
