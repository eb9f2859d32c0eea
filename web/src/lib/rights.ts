import { mayUse, type RightsHolder } from '@app/contracts/may-use'
import { createContext, useContext } from 'react'

const everything: RightsHolder = { role: 'admin', rights: {}, exports: [] }

/** The rights of the signed-in user; the guard provides them. */
export const RightsContext = createContext<RightsHolder>(everything)

export type Rights = (table: string, right: 'view' | 'edit' | 'export') => boolean

/** What the user may do with a table. This decides what is offered only: each service checks every call. */
export function useRights(): Rights {
  const holder = useContext(RightsContext)
  return (table, right) => mayUse(holder, table, right)
}

export const useMayEdit = (table: string) => useRights()(table, 'edit')

export const useIsAdmin = () => useContext(RightsContext).role === 'admin'
