import { type InquiryStatus, inquiryStatus } from '@app/contracts/inquiries'
import { Spinner } from '#ui/spinner'

export const statusNames: Record<InquiryStatus, string> = {
  new: 'New',
  in_progress: 'In progress',
  answered: 'Answered',
  closed: 'Closed',
}

type Props = {
  status: InquiryStatus
  running: string | undefined
  /** Undefined for those who may only read it. */
  onStatus: ((status: InquiryStatus) => void) | undefined
}

const step =
  'inline-flex min-h-10 items-center justify-center gap-1.5 border border-edge bg-card px-2 py-1 font-display font-semibold text-sm leading-tight max-xs:rounded-control xs:first:rounded-l-control xs:last:rounded-r-control xs:not-first:-ml-px hover:bg-sunken aria-pressed:z-1 aria-pressed:border-primary aria-pressed:bg-primary aria-pressed:text-on-primary aria-disabled:cursor-progress'

/** The status of the inquiry; every status can be chosen. */
export function StatusFlow({ status, running, onStatus }: Props) {
  if (!onStatus)
    return (
      <p>
        <span className="text-muted">Status:</span> {statusNames[status]}
      </p>
    )
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">Status</legend>
      <div className="grid grid-cols-4 max-xs:grid-cols-2 max-xs:gap-2">
        {inquiryStatus.options.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === status}
            // Not `disabled`: the focus would be lost.
            aria-disabled={running !== undefined}
            onClick={() => each !== status && onStatus(each)}
            className={step}
          >
            {running === each && <Spinner className="size-4" />}
            {statusNames[each]}
          </button>
        ))}
      </div>
    </fieldset>
  )
}
