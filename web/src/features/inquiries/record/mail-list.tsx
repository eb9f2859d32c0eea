import type { Inquiry } from '@app/contracts/inquiries'
import { Send } from 'lucide-react'
import type { Ref } from 'react'
import { spanText } from '#lib/span-text'
import { useNow } from '#lib/use-now'
import { Button } from '#ui/button'
import { StatusMark } from '../cells'
import { attemptsText, isUnderway, isWaiting, mailTitles, reasonTexts } from '../delivery-texts'
import { formatTime } from '../format-time'

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
