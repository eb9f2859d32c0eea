import type { TableRecord } from '@app/contracts/tables'
import { fullText } from '@app/table-schema/cell'
import { titleOf } from '@app/table-schema/field'
import type { TableSchema } from '@app/table-schema/schema'
import { Button } from '#ui/button'
import { useLastChange } from '../form/last-change'

type Props = {
  schema: TableSchema
  name: string
  theirs: TableRecord
  onTheirs: () => void
  onMine: () => void
  busy: boolean
}

/** Another person changed this cell meanwhile: who, when, to what, and what can be done. */
export function StaleCell({ schema, name, theirs, onTheirs, onMine, busy }: Props) {
  const field = schema.properties[name]!
  const change = useLastChange(schema, theirs)
  return (
    <div role="alert" className="grid gap-2 rounded-lg border border-warn-line bg-warn-soft p-2 text-sm">
      <p className="[overflow-wrap:anywhere]">
        {change} {titleOf(name, field)} is now <strong>{fullText(field, theirs[name]) || 'empty'}</strong>.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" disabled={busy} onClick={onTheirs}>
          Keep theirs
        </Button>
        <Button size="small" variant="outline" disabled={busy} onClick={onMine}>
          Save mine
        </Button>
      </div>
    </div>
  )
}
