import type { TableSchema } from '@app/table-schema/schema'
import { useAtomValue } from 'jotai'
import { History } from 'lucide-react'
import { useRef } from 'react'
import { useMayEdit } from '#lib/rights'
import { everyTable, type FeatureModule } from '#lib/table-extension'
import { useShortcuts } from '#lib/use-listener'
import { onDemand } from '#ui/chunk'
import { Popover } from '#ui/popover'
import { mayUndoAtom } from '#ui/toast'

const TableWork = onDemand(() => import('./table-work').then((file) => file.TableWork))

/** The user's changes in a list, undone where they were made. `Ctrl+Z` opens it once this tab knows of no change to undo itself. */
function WorkMenu({ schema }: { schema: TableSchema }) {
  const frame = useRef<HTMLDivElement>(null)
  const undoesByKey = useAtomValue(mayUndoAtom)
  const mayEdit = useMayEdit(schema.name)
  const open = () => frame.current?.querySelector('button')?.click()
  useShortcuts({ 'Control+z': undoesByKey || !mayEdit ? undefined : open })
  if (!mayEdit) return null
  return (
    <div ref={frame}>
      <Popover
        label="Recent changes"
        triggerLabel="Recent changes"
        align="right"
        className="control control-small inline-grid place-items-center px-2.5 hover:border-forest"
        trigger={<History className="size-4" />}
      >
        {(close) => <TableWork schema={schema} onUndo={close} />}
      </Popover>
    </div>
  )
}

export const workModule: FeatureModule = { tables: { [everyTable]: { ListTool: WorkMenu } } }
