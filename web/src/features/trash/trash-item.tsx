import type { TrashedRecord } from '@app/contracts/history'
import { momentText } from '#lib/school-time'
import { counted } from '#lib/words'
import { Badge } from '#ui/badge'
import { SmallButton } from '#ui/button'

/** From here on the days that are left need attention. */
const fewDays = 5

const daysText = (days: number) => `${counted(days, 'day')} left`

type Props = {
  record: TrashedRecord
  tableTitle: string
  isSelected: boolean
  mayRestore: boolean
  mayPurge: boolean
  isBusy: boolean
  onSelect: (selected: boolean) => void
  onRestore: () => void
  onPurge: () => void
}

/** One deleted record: what it was, who deleted it, how long it can be restored. */
export function TrashItem(props: Props) {
  const { record, tableTitle, isSelected, mayRestore, mayPurge, isBusy, onSelect, onRestore, onPurge } = props
  const { title, deletedAt, deletedBy, daysLeft } = record
  // A press anywhere on the text selects the record, where it can be selected.
  const Frame = mayRestore ? 'label' : 'div'
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-line bg-card p-3 sm:p-4">
      <Frame className="flex min-w-0 flex-1 basis-72 items-start gap-3">
        {mayRestore && (
          <input
            type="checkbox"
            className="mt-1 size-5 shrink-0 accent-forest"
            checked={isSelected}
            aria-label={`Select ${title}`}
            onChange={({ target }) => onSelect(target.checked)}
          />
        )}
        <span className="grid min-w-0 gap-0.5">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
            <span className="min-w-0 [overflow-wrap:anywhere]">{title}</span>
            <Badge label={daysText(daysLeft)} tone={daysLeft <= fewDays ? 'amber' : 'gray'} />
          </span>
          <span className="text-muted text-sm [overflow-wrap:anywhere]">
            {tableTitle}, deleted <time dateTime={deletedAt}>{momentText(deletedAt)}</time> by {deletedBy}
          </span>
        </span>
      </Frame>
      <span className="flex flex-wrap items-center gap-2">
        {mayRestore && (
          <SmallButton disabled={isBusy} aria-label={`Restore ${title}`} onClick={onRestore}>
            Restore
          </SmallButton>
        )}
        {mayPurge && (
          <button
            type="button"
            disabled={isBusy}
            aria-label={`Delete for good: ${title}`}
            onClick={onPurge}
            className="text-link min-h-9 px-1 text-sm"
          >
            Delete for good
          </button>
        )}
      </span>
    </li>
  )
}
