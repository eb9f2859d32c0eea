import { type Batch, maxBatchIds } from '@app/contracts/batches'
import { Download, PencilLine, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { useRights } from '#lib/rights'
import { counted } from '#lib/words'
import { BarButton } from '#ui/bar-button'
import { onDemand } from '#ui/chunk'
import { ConfirmDialog } from '#ui/dialog'
import { maxExportIds, useExport } from '../list/export/use-export'
import { useList } from '../list/state/list-provider'
import { type BatchAction, recordCount, selectedRecords, useBatch } from './use-batch'
import type { ListSelection } from './use-selection'

const SetFieldDialog = onDemand(() => import('./set-field-dialog').then((file) => file.SetFieldDialog))

const bar =
  'flex flex-wrap items-center gap-x-3 gap-y-[0.4rem] rounded-xl bg-ink py-[0.4rem] pr-2 pl-4 text-paper max-md:sticky max-md:bottom-[calc(0.5rem+var(--phone-bar,0px))] max-md:z-5'

/** Actions for the selected records; afterwards, which of them were skipped. */
export function SelectionBar({ selection }: { selection: ListSelection }) {
  const {
    schema,
    view,
    page: { data },
    extension: { BulkActions },
  } = useList()
  const [asking, setAsking] = useState<'set' | 'delete' | null>(null)
  const batch = useBatch(schema, selection.clear)
  const exporting = useExport(schema, view)
  const may = useRights()
  const mayEdit = may(schema.name, 'edit')
  const total = data?.total ?? 0
  const selected = selectedRecords(schema, view, selection, total)
  const { count } = selected
  const canRun = selection.everything || count <= maxBatchIds
  const canExport = selection.everything || count <= maxExportIds
  const run = (action: BatchAction) => {
    setAsking(null)
    batch.dismiss()
    batch.run({ action, target: selected.target() })
  }
  const select = (ids: readonly string[]) => {
    batch.dismiss()
    selection.select(ids)
  }
  const skipped = <SkippedRecords skipped={batch.skipped} onSelect={select} onDismiss={batch.dismiss} />
  if (count === 0)
    return batch.skipped.length > 0 ? (
      <section aria-label="Skipped records" className={bar}>
        {skipped}
      </section>
    ) : null

  return (
    <section aria-label="Selected records" className={bar}>
      <p role="status" className="mr-1 font-semibold tabular-nums">
        {batch.isRunning ? progressText(batch.progress, count) : `${count} selected`}
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
      <div className="ml-auto flex flex-wrap gap-1.5 max-sm:low:max-w-full max-sm:low:flex-nowrap max-sm:low:overflow-x-auto">
        {mayEdit && (
          <BarButton disabled={batch.isRunning || !canRun} onClick={() => setAsking('set')}>
            <PencilLine className="size-4" />
            Set field…
          </BarButton>
        )}
        {mayEdit && BulkActions && <BulkActions {...selected} />}
        {may(schema.name, 'export') && (
          <BarButton
            disabled={!canExport || exporting.state.kind === 'running'}
            title={
              canExport ? undefined : `Up to ${maxExportIds} selected records can be exported; filters have no limit.`
            }
            onClick={() => exporting.start(selection.everything ? {} : { ids: [...selection.ids] })}
          >
            <Download className="size-4" />
            Export
          </BarButton>
        )}
        {mayEdit && (
          <BarButton disabled={batch.isRunning || !canRun} onClick={() => setAsking('delete')}>
            <Trash2 className="size-4" />
            Delete
          </BarButton>
        )}
        <button
          type="button"
          aria-label="Clear selection"
          title="Clear selection (Esc)"
          onClick={selection.clear}
          className="grid size-9 place-items-center rounded-lg hover:bg-paper/15 max-sm:absolute max-sm:top-2 max-sm:right-2"
        >
          <X className="size-4.5" />
        </button>
      </div>
      {!canRun && (
        <p role="status" className="basis-full text-sm">
          Up to {maxBatchIds} records can be selected one by one. For more, narrow the list by filters and select all
          matching.
        </p>
      )}
      {batch.failure && (
        <p role="alert" className="basis-full text-sm">
          {batch.failure}
        </p>
      )}
      {skipped}
      {asking === 'set' && (
        <SetFieldDialog
          schema={schema}
          count={count}
          onClose={() => setAsking(null)}
          onApply={(changes) => run({ action: 'update', changes })}
        />
      )}
      {asking === 'delete' && (
        <DeleteRecordsDialog count={count} onClose={() => setAsking(null)} onDelete={() => run({ action: 'delete' })} />
      )}
    </section>
  )
}

const progressText = (progress: Batch | undefined, count: number) =>
  progress ? `${progress.changed + progress.skipped.length} of ${progress.total}…` : `Working on ${count}…`

type Props = { count: number; onClose: () => void; onDelete: () => void }

const DeleteRecordsDialog = ({ count, onClose, onDelete }: Props) => (
  <ConfirmDialog title={`Delete ${recordCount(count)}`} action="Delete" onConfirm={onDelete} onClose={onClose}>
    <p>Are you sure you want to delete {count === 1 ? 'this record' : `these ${recordCount(count)}`}?</p>
    <p className="mt-2 text-muted">They can be restored for 30 days.</p>
  </ConfirmDialog>
)

type SkippedRecordsProps = {
  skipped: readonly { id: string; reason: string }[]
  onSelect: (ids: readonly string[]) => void
  onDismiss: () => void
}

const link = 'min-h-9 underline underline-offset-4'

/** The records that a batch left unchanged, by reason. */
function SkippedRecords({ skipped, onSelect, onDismiss }: SkippedRecordsProps) {
  if (skipped.length === 0) return null
  const reasons = new Map<string, number>()
  for (const { reason } of skipped) reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  return (
    <div role="alert" className="grid max-h-48 basis-full gap-1 overflow-y-auto text-sm">
      <p className="font-semibold">{counted(skipped.length, 'record was skipped:', 'records were skipped:')}</p>
      <ul className="grid list-disc gap-0.5 pl-5">
        {[...reasons].map(([reason, count]) => (
          <li key={reason} className="[overflow-wrap:anywhere]">
            {reason} {count > 1 && `(${count})`}
          </li>
        ))}
      </ul>
      <div className="flex gap-4">
        <button type="button" className={link} onClick={() => onSelect(skipped.map(({ id }) => id))}>
          Select the skipped ones
        </button>
        <button type="button" className={link} onClick={onDismiss}>
          Dismiss
        </button>
      </div>
    </div>
  )
}
