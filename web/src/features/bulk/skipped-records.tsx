import { counted } from '#lib/words'

type Props = {
  skipped: readonly { id: string; reason: string }[]
  onSelect: (ids: readonly string[]) => void
  onDismiss: () => void
}

const link = 'min-h-9 underline underline-offset-4'

/** The records that a batch left unchanged, by reason. */
export function SkippedRecords({ skipped, onSelect, onDismiss }: Props) {
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
