import { type Inquiry, type InquiryStatus, inquiryStatus, type SpamReason } from '@app/contracts/inquiries'
import { useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import type { Ref } from 'react'
import { failureText } from '#lib/failure-text'
import { keepAnswer, useSingleMutation } from '#lib/queries'
import { spanText } from '#lib/span-text'
import { useNow } from '#lib/use-now'
import { Button } from '#ui/button'
import { Spinner } from '#ui/icon'
import { Notice } from '#ui/notice'
import { StatusMark } from '../cells'
import { attemptsText, isUnderway, isWaiting, mailTitles, reasonTexts, spamTexts } from '../delivery-texts'
import { formatTime } from '../format-time'
import { inquiryKey } from '../inquiries.queries'

type Mail = Inquiry['mails'][number]
type Props = {
  ref: Ref<HTMLElement>
  mails: readonly Mail[]
  /** Ids of mails that the conversation shows with their state and its button. */
  shownAbove: readonly string[]
  busy: boolean
  onSendAgain: (() => void) | undefined
}

/** All emails of an inquiry, expanded while one is not delivered. */
export function MailList({ ref, mails, shownAbove, busy, onSendAgain }: Props) {
  const failed = mails.filter(isStopped).length
  const others = mails.filter(({ messageId }) => !shownAbove.includes(messageId))
  const hasFailed = others.some(isStopped)
  const underway = mails.some(isUnderway)
  if (mails.length === 0) return null
  return (
    <section ref={ref} tabIndex={-1} aria-label="Emails" className="grid gap-2">
      <details open={failed > 0 || underway} className="group">
        <summary className="min-h-8 w-fit cursor-pointer content-center font-semibold">
          Emails <span className="font-normal text-muted">({summary(mails.length, failed, underway)})</span>
        </summary>
        <ul className="mt-1 grid gap-2">
          {mails.map((mail) => (
            <MailItem key={mail.messageId} mail={mail} />
          ))}
        </ul>
      </details>
      {onSendAgain && (hasFailed || others.some(isWaiting)) && (
        <Button
          size="small"
          variant={hasFailed ? 'primary' : 'outline'}
          className="justify-self-start"
          aria-disabled={busy}
          onClick={onSendAgain}
        >
          <Send className="size-4" />
          {busy ? 'Sending...' : hasFailed ? 'Send again' : 'Try now'}
        </Button>
      )}
    </section>
  )
}

const isStopped = ({ state }: Mail) => state === 'failed' || state === 'held'

function summary(count: number, failed: number, underway: boolean) {
  if (failed > 0) return `${failed} of ${count} not sent`
  return underway ? 'on their way' : `${count} sent`
}

const marks = {
  pending: { tone: 'warn', text: 'On its way', icon: Send },
  sending: { tone: 'warn', text: 'Sending', icon: Send },
  sent: { tone: 'good', text: 'Sent', icon: undefined },
  failed: { tone: 'bad', text: 'Failed', icon: undefined },
  held: { tone: 'bad', text: 'Held', icon: undefined },
} as const

function MailStateMark({ state }: { state: Mail['state'] }) {
  const { tone, text, icon } = marks[state]
  return <StatusMark tone={tone} icon={icon} text={text} />
}

/** A mail with its state, and why it did not arrive. */
export function MailItem({ mail }: { mail: Mail }) {
  const now = useNow()
  const { kind, to, state, attempts, reason, nextTryAt, sentAt } = mail
  const facts = [
    sentAt && `sent ${formatTime(sentAt)}`,
    attempts > 0 && (state !== 'sent' || attempts > 1) && attemptsText(attempts),
    nextTryAt && attempts > 0 && nextText(nextTryAt, now),
  ].filter(Boolean)
  return (
    <li className="grid gap-1 rounded-lg border border-line bg-card px-3 py-2 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="mr-auto min-w-0 [overflow-wrap:anywhere]">
          <span className="font-semibold">{mailTitles[kind]}</span> <span className="text-muted">to {to}</span>
        </p>
        <MailStateMark state={state} />
      </div>
      {reason && <p className="[overflow-wrap:anywhere]">{reasonTexts(reason).whole}</p>}
      {facts.length > 0 && <p className="text-muted">{facts.join(', ')}</p>}
    </li>
  )
}

function nextText(nextTryAt: string, now: number) {
  const ahead = Date.parse(nextTryAt) - now
  return ahead < 60_000
    ? 'next attempt within a minute'
    : `next attempt in ${spanText(ahead)}, ${formatTime(nextTryAt)}`
}

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

type FlowProps = {
  status: InquiryStatus
  running: string | undefined
  /** Undefined for those who may only read it. */
  onStatus: ((status: InquiryStatus) => void) | undefined
}

const step =
  'inline-flex min-h-10 items-center justify-center gap-1.5 border border-edge bg-card px-2 py-1 font-display font-semibold text-sm leading-tight max-xs:rounded-control xs:first:rounded-l-control xs:last:rounded-r-control xs:not-first:-ml-px hover:bg-sunken aria-pressed:z-1 aria-pressed:border-primary aria-pressed:bg-primary aria-pressed:text-on-primary aria-disabled:cursor-progress'

/** The status of the inquiry; every status can be chosen. */
export function StatusFlow({ status, running, onStatus }: FlowProps) {
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
