import { atom, useSetAtom } from 'jotai'
import { useRights, useSeesOwnOnly } from './rights'

/** A student whose waiver is about to be signed. */
export type Signing = { id: string; label: string }

export const signingAtom = atom<Signing | null>(null)

/** Opens the waiver of a student; `undefined` without the right to sign it. Who teaches may sign for the students of their lessons. */
export function useSignWaiver(): ((student: Signing) => void) | undefined {
  const open = useSetAtom(signingAtom)
  const may = useRights()
  const isOwn = useSeesOwnOnly('students')
  return may('students', 'edit') || isOwn ? open : undefined
}
