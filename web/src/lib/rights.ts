import { mayUse, type RightsHolder } from '@app/contracts/may-use'
import { createContext, useContext } from 'react'

const everything: RightsHolder = { role: 'admin', rights: {}, exports: [] }

/** The rights of the signed-in user; the guard provides them. */
export const RightsContext = createContext<RightsHolder>(everything)

/** What the user may do with a table. This decides what is offered only: each service checks every call. */
export function useRights() {
  const holder = useContext(RightsContext)
  return (table: string, right: 'view' | 'edit' | 'export') => mayUse(holder, table, right)
}

export const useMayEdit = (table: string) => useRights()(table, 'edit')

export const useIsAdmin = () => useContext(RightsContext).role === 'admin'
