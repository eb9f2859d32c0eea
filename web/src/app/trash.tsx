import { useAtomValue } from 'jotai'
import { userAtom } from '#features/sign-in/user.atoms'
import { TrashPage } from '#features/trash/trash-page'
import { useTableTitles } from './table-titles'

/** The trash of the tables that the user may see; admins delete for good. */
export function Trash() {
  const { user } = useAtomValue(userAtom)
  return <TrashPage tables={useTableTitles()} mayPurge={user?.role === 'admin'} />
}
