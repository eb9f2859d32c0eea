import { useAtomValue } from 'jotai'
import { mayWrite } from '#features/mailings/mail-draft'
import { useSchema } from '#features/records/list/use-schema'
import { useRights } from '#lib/rights'
import { onDemand } from '#ui/on-demand'
import { untoldBulksAtom } from './untold.atoms'

const UntoldBulkChip = onDemand(
  () => import('./untold-bulk-chip'),
  (file) => file.UntoldBulkChip,
)

/** Changes of many lessons that their people were not written about: each prepared email stays here until it is sent or dismissed. */
export function UntoldBulks() {
  const bulks = useAtomValue(untoldBulksAtom)
  const schema = useSchema('lessons')
  const may = useRights()
  if (!schema || bulks.length === 0 || !mayWrite(may)) return null
  return bulks.map((bulk) => <UntoldBulkChip key={JSON.stringify(bulk)} schema={schema} bulk={bulk} />)
}
