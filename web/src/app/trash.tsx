import { TrashPage } from '#features/trash/trash-page'
import { useIsAdmin } from '#lib/rights'
import { useTableTitles } from './table-titles'

/** The trash of the tables that the user may see; admins delete for good. */
export const Trash = () => <TrashPage tables={useTableTitles()} mayPurge={useIsAdmin()} />
