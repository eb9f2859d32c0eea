import { numberText, sizeText } from '#lib/words'
import { SmallButton } from '#ui/button'
import { Spinner } from '#ui/icon'
import { Notice } from '#ui/notice'
import type { ExportState } from './use-export'

/** Records so far and in all, as far as either is known. */
function countText(rows: number | undefined, total: number | undefined) {
  if (rows === undefined) return total === undefined ? 'records' : `${numberText(total)} records`
  return `${numberText(rows)}${total === undefined ? '' : ` of ${numberText(total)}`} records`
}

type Props = { state: ExportState; onCancel: () => void; onDismiss: () => void }

/** Progress of an export, or why it failed. */
export function ExportStatus({ state, onCancel, onDismiss }: Props) {
  if (state.kind === 'idle') return null
  if (state.kind === 'failed')
    return (
      <Notice tone="bad" title="Export failed">
        <p>{state.message}</p>
        <SmallButton onClick={onDismiss}>Close</SmallButton>
      </Notice>
    )
  if (state.kind === 'done')
    return (
      <p role="status" className="sr-only">
        {state.rows === undefined ? 'Exported the records' : `Exported ${numberText(state.rows)} records`}
      </p>
    )
  const { rows, bytes, total } = state
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-line bg-card px-4 py-2">
      <Spinner className="size-4" />
      <p className="tabular-nums">
        Exporting: {countText(rows, total)}, {sizeText(bytes)}
      </p>
      <progress
        aria-label="Progress of the export"
        max={Math.max(1, total ?? 1)}
        value={total === undefined || rows === undefined ? undefined : Math.min(rows, total)}
        className="h-2 min-w-24 flex-1 accent-forest"
      />
      <SmallButton onClick={onCancel}>Cancel export</SmallButton>
    </div>
  )
}
