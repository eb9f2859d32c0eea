import { type Inquiry, type InquiryStatus, inquiryStatus, type SpamReason } from '@app/contracts/inquiries'
import { useQueryClient } from '@tanstack/react-query'
import { failureText } from '#lib/failure-text'
import { keepAnswer, useSingleMutation } from '#lib/queries'
import { Button } from '#ui/button'
import { Spinner } from '#ui/icon'
import { Notice } from '#ui/notice'
import { spamTexts } from '../delivery-texts'
import { inquiryKey } from '../inquiries.queries'

type SpamNoticeProps = {
  reason: SpamReason | null
  /** True if the school had its mail before the inquiry was held. */
  notified: boolean
  busy: boolean
  onRelease: (() => void) | undefined
}

/** Why this inquiry is held, with the way to release it. */
export const SpamNotice = ({ reason, notified, busy, onRelease }: SpamNoticeProps) => (
  <Notice tone="warn" title="Held as spam">
    <p>
      {reason && `${spamTexts[reason]} `}
      {notified ? 'It' : 'The school was not notified. It'} is deleted 30 days after receipt.
    </p>
    {onRelease && (
      <Button size="small" className="mt-1 justify-self-start" aria-disabled={busy} onClick={onRelease}>
        {busy ? 'Releasing...' : 'Not spam'}
      </Button>
    )}
  </Notice>
)

export type InquiryAction = {
  /** Names the control that shows progress. */
  name: string
  call: () => Promise<Inquiry>
  /** Announced on success. */
  success: string
  failure: string
  onSuccess?: () => void
}

/** Runs one action on an inquiry at a time. A failed action can be retried. */
export function useInquiryAction(id: string) {
  const client = useQueryClient()
  const { mutate, variables, isPending, isSuccess, error } = useSingleMutation<Inquiry, InquiryAction>({
    mutationKey: ['inquiry-action', id],
    mutationFn: ({ call }) => call(),
    async onSuccess(changed, { onSuccess }) {
      await keepAnswer(client, inquiryKey(id), changed)
      onSuccess?.()
    },
    // The change may have been made in spite of the error, or by someone else.
    onError: () => client.invalidateQueries({ queryKey: inquiryKey(id) }),
  })
  return {
    run: (action: InquiryAction) => mutate(action),
    running: isPending ? variables.name : undefined,
    success: isSuccess ? variables.success : '',
    failure:
      error && variables ? { text: failureText(error, variables.failure), retry: () => mutate(variables) } : undefined,
  }
}

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
