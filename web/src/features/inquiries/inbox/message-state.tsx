import type { ReactNode } from 'react'
import { failureText } from '#lib/failure-text'
import { useSingleMutation } from '#lib/queries'
import { spanText } from '#lib/span-text'
import { useNow } from '#lib/use-now'

import { SmallButton } from '#ui/button'
import { useToast } from '#ui/toast'
import { reasonTexts } from '../delivery-texts'
import { comingTime, formatTime } from '../format-time'
import { sendAgain } from '../inquiries.queries'
import { takeBackReply } from './inbox.queries'
import { isHeld, isReturned, type ThreadMessage } from './messages'
import { useReload } from './use-team-actions'

type Props = { inquiry: string; message: ThreadMessage; mayEdit: boolean; onUndone: () => void }
type Shown = { tone: 'calm' | 'warn' | 'bad'; text: string; again?: string; mayUndo?: boolean }

/** The state of a mail of the school, with the actions of staff on it. */
export function MessageState({ inquiry, message, mayEdit, onUndone }: Props) {
  const shown = stateOf(message, useNow())
  const undo = useUndo(inquiry, message.id, onUndone)
  const again = useSendAgain(inquiry, message.id)
  if (!shown) return null
  const button = (label: string, { mutate, isPending }: { mutate: () => void; isPending: boolean }): ReactNode => (
    <SmallButton disabled={isPending} onClick={() => mutate()}>
      {label}
    </SmallButton>
  )
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm">
      <p
        data-tone={shown.tone}
        className="text-muted data-[tone=bad]:font-semibold data-[tone=bad]:text-bad data-[tone=warn]:text-warn [overflow-wrap:anywhere]"
      >
        {shown.text}
      </p>
      {mayEdit && shown.again && button(shown.again, again)}
      {mayEdit && shown.mayUndo && button('Do not send', undo)}
    </div>
  )
}

/** The state of a mail in words; `undefined` for what the school did not send. */
export function stateOf({ isOurs, at, mail, bounce }: ThreadMessage, now: number): Shown | undefined {
  if (!isOurs || !mail) return undefined
  const { state, reason, attempts, nextTryAt, sentAt } = mail
  if (isHeld(mail, now)) return { tone: 'warn', text: `Held until ${comingTime(mail.nextTryAt, now)}`, mayUndo: true }
  if (state === 'held')
    return { tone: 'bad', text: reason ?? 'Held until someone sends it.', again: 'Send it now', mayUndo: true }
  if (state === 'failed')
    return { tone: 'bad', text: `Not delivered: ${reasonTexts(reason ?? '').short}`, again: 'Send again' }
  if (state === 'pending' && attempts > 0) {
    const ahead = nextTryAt ? Date.parse(nextTryAt) - now : 0
    const next = ahead < 60_000 ? 'next attempt within a minute' : `next attempt in ${spanText(ahead)}`
    return { tone: 'warn', text: `Queued: ${reasonTexts(reason ?? '').short}, ${next}`, again: 'Try now' }
  }
  if (state === 'pending') return { tone: 'calm', text: 'Queued' }
  if (state === 'sending') return { tone: 'calm', text: 'Sending' }
  if (bounce && isReturned(bounce)) {
    const why = bounce.permanent ? 'the address does not accept mail' : 'the mail server refused it'
    const what = bounce.isUnverified ? 'Bounced, says a report that cannot be verified' : 'Bounced'
    return { tone: 'bad', text: `${what}: ${why} (${bounce.status})`, again: 'Send again' }
  }
  if (bounce) return { tone: 'warn', text: `Sent, delayed by the mail server (${bounce.status})` }
  // A mail that is sent at once was sent when it was written.
  const isLater = sentAt !== null && Date.parse(sentAt) - Date.parse(at) > 60_000
  return { tone: 'calm', text: isLater ? `Sent ${formatTime(sentAt, now)}` : 'Sent' }
}

/** Sends what came back, failed or was held, in the name of the reader. */
function useSendAgain(inquiry: string, message: string) {
  const showToast = useToast()
  const reload = useReload(inquiry)
  return useSingleMutation({
    mutationKey: ['send-again', message],
    mutationFn: () => sendAgain(inquiry, message),
    onSuccess: () => reload(),
    onError: (error) => showToast({ text: failureText(error, 'Failed to send the reply') }),
  })
}

function useUndo(inquiry: string, reply: string, onUndone: () => void) {
  const showToast = useToast()
  const reload = useReload(inquiry)
  return useSingleMutation({
    mutationKey: ['undo-reply', reply],
    mutationFn: () => takeBackReply(inquiry, reply),
    async onSuccess() {
      await reload()
      onUndone()
    },
    onError: (error) => showToast({ text: failureText(error, 'Failed to undo') }),
  })
}
