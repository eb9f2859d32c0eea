import type { TableRecord } from '@app/contracts/tables'
import type { TableSchema } from '@app/table-schema/schema'
import { useAtomValue, useSetAtom } from 'jotai'
import { Mail } from 'lucide-react'
import { mailDraftAtom, mayWrite } from '#features/mailings/mail-draft'
import { useSchema } from '#features/records/list/use-schema'
import { useRights } from '#lib/rights'
import { Button, SmallButton } from '#ui/button'
import { onDemand } from '#ui/chunk'
import { Notice } from '#ui/notice'
import { mailAfterChange } from './lesson-message'
import { forgetUntoldAtom, untoldAtom, untoldBulksAtom } from './untold.atoms'

const UntoldBulkChip = onDemand(() => import('./untold-bulk-chip').then((file) => file.UntoldBulkChip))

/** Changes of many lessons that their people were not written about: each prepared email stays here until it is sent or dismissed. */
export function UntoldBulks() {
  const bulks = useAtomValue(untoldBulksAtom)
  const schema = useSchema('lessons')
  const may = useRights()
  if (!schema || bulks.length === 0 || !mayWrite(may)) return null
  return bulks.map((bulk) => <UntoldBulkChip key={JSON.stringify(bulk)} schema={schema} bulk={bulk} />)
}

/** A change of this lesson that its people were not written about: the prepared email stays here until it is sent or dismissed. */
export function UntoldChange({ schema, record }: { schema: TableSchema; record: TableRecord }) {
  const untold = useAtomValue(untoldAtom)(record)
  const write = useSetAtom(mailDraftAtom)
  const forget = useSetAtom(forgetUntoldAtom)
  const may = useRights()
  const mail = untold && mailAfterChange(schema, untold.changes, untold.before)
  if (!mail || !mayWrite(may)) return null
  const ids = [record.id]
  const dismiss = () => forget(ids)
  return (
    <Notice tone="warn">
      <p>Families of this lesson were not told: {mail.news}.</p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => write({ about: { table: 'lessons', ids }, ...mail, onSent: dismiss })}>
          <Mail className="size-4.5" />
          Write
        </Button>
        <SmallButton onClick={dismiss}>Dismiss</SmallButton>
      </div>
    </Notice>
  )
}
