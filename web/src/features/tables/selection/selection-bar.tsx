import type { Descriptor } from '@app/table-schema/descriptor'
import { Download, X } from 'lucide-react'
import type { ComponentType } from 'react'
import type { SelectedRecords } from '#lib/table-extension'
import type { Button } from '#ui/button'
import { useExport } from '../export/use-export'
import type { View } from '../list-view'
import type { useSelection } from './use-selection'

type Props = {
  schema: Descriptor
  view: View
  selection: ReturnType<typeof useSelection>
  /** The number of matching records. */
  total: number
  BulkActions?: ComponentType<SelectedRecords>
}

/** The longest list of ids that fits into the address of an export. */
const maxExportIds = 100

/** What can be done with the selected records. */
export function SelectionBar({ schema, view, selection, total, BulkActions }: Props) {
  const exporting = useExport(schema, view, selection.everything ? undefined : [...selection.ids])
  const count = selection.everything ? total : selection.ids.size
  const canExport = selection.everything || count <= maxExportIds

  return (
    <section aria-label="Selected records" className="selection-bar">
      <p role="status" className="mr-1 font-semibold tabular-nums">
        {count} selected
      </p>
      {!selection.everything && count < total && (
        <button
          type="button"
          onClick={selection.selectEverything}
          className="min-h-9 px-1 text-sm underline underline-offset-4"
        >
          all {total} matching
        </button>
      )}
      <div className="ml-auto flex flex-wrap gap-1.5">
        {BulkActions && !selection.everything && (
          <BulkActions table={schema.name} ids={[...selection.ids]} onDone={selection.clear} />
        )}
        <BarButton
          disabled={!canExport || exporting.state.kind === 'running'}
          title={
            canExport ? undefined : `Up to ${maxExportIds} selected records can be exported; filters have no limit.`
          }
          onClick={exporting.start}
        >
          <Download className="size-4" />
          Export
        </BarButton>
        <button
          type="button"
          aria-label="Clear selection"
          title="Clear selection (Esc)"
          onClick={selection.clear}
          className="grid size-9 place-items-center rounded-lg hover:bg-paper/15"
        >
          <X className="size-4.5" />
        </button>
      </div>
    </section>
  )
}

const BarButton = (props: Parameters<typeof Button>[0]) => (
  <button
    type="button"
    {...props}
    className="inline-flex min-h-9 items-center gap-1.5 rounded-lg border border-paper/40 px-3 font-display font-semibold text-sm enabled:hover:bg-paper/15 disabled:opacity-50"
  />
)
