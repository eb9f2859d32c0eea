import { readInquiry, readMessage } from '@app/contracts/inquiry-calls'
import { conversationPageSize } from '@app/contracts/messages'
import { ChevronsUp, ChevronsUpDown } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { queryOf, useCallMutation, useSingleMutation } from '#lib/queries'
import { spanText } from '#lib/span-text'
import { useNow } from '#lib/use-now'
import { Button, SmallButton } from '#ui/button'
import { useToast } from '#ui/toast'
import { reasonTexts } from '../delivery-texts'
import { comingTime, formatTime } from '../format-time'
import { sendAgain } from '../inquiries.queries'
import { MessageBody, WantedAnswers } from './message-body'
import { isHeld, isReturned, messagesOf, type ThreadMessage } from './messages'
import { takeBackReply } from './use-inbox'
import { useReload } from './use-team-actions'

type MessageStateProps = { inquiry: string; message: ThreadMessage; mayEdit: boolean; onUndone: () => void }
type Shown = { tone: 'calm' | 'warn' | 'bad'; text: string; again?: string; mayUndo?: boolean }

/** The state of a mail of the school, with the actions of staff on it. */
function MessageState({ inquiry, message, mayEdit, onUndone }: MessageStateProps) {
  const shown = stateOf(message, useNow())
  const { id } = message
  const undo = useMailAction(inquiry, `undo ${id}`, () => takeBackReply(inquiry, id), 'Failed to undo', onUndone)
  /** Sends what came back, failed or was held, in the name of the reader. */
  const again = useMailAction(inquiry, `send ${id}`, () => sendAgain(inquiry, id), 'Failed to send the reply')
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

/** Runs an action on a mail, then reads its conversation again. */
function useMailAction(
  inquiry: string,
  action: string,
  run: () => Promise<unknown>,
  failed: string,
  onDone = () => {},
) {
  const showToast = useToast()
  const reload = useReload(inquiry)
  return useSingleMutation({
    mutationKey: [action],
    mutationFn: run,
    async onSuccess() {
      await reload()
      onDone()
    },
    onError: (error) => showToast({ error, text: failed }),
  })
}

type Props = {
  inquiry: string
  messages: readonly ThreadMessage[]
  /** The number of earlier messages. */
  earlier?: number | undefined
  mayEdit: boolean
  onUndone: () => void
  /** Shows all messages of a long conversation at once: one of them was searched for. */
  isComplete?: boolean
}

/** In a longer conversation the messages between the first and the last ones are folded: it opens at once, at its end. */
const maxShown = 20
const shownAtEnd = 10

/** The thread, oldest first, each mail of the school with its state. */
export function MessageList({ messages: latest, earlier = 0, isComplete = false, ...props }: Props) {
  const older = useOlder(props.inquiry, latest, earlier)
  const messages = [...older.messages, ...latest]
  /** The first message after the fold. Messages that come in later are added below it. */
  const [end, setEnd] = useState(isComplete || latest.length <= maxShown ? 1 : latest.length - shownAtEnd)
  const list = useRef<HTMLOListElement>(null)
  const folded = older.messages.length > 0 ? 0 : end - 1
  const messageAt = (message: ThreadMessage) => <Message key={message.id} message={message} {...props} />

  function unfold() {
    flushSync(() => setEnd(1))
    const first = list.current?.children[1]
    if (!(first instanceof HTMLElement)) return
    first.tabIndex = -1
    first.focus()
  }
  return (
    <ol ref={list} aria-label="Messages" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {older.left > 0 && (
        <li className="grid">
          <Button size="small" variant="outline" disabled={older.isPending} onClick={() => older.load()}>
            <ChevronsUp className="size-4" />
            Show {Math.min(older.left, conversationPageSize)} of {older.left} earlier messages
          </Button>
        </li>
      )}
      {messages.slice(0, 1).map(messageAt)}
      {folded > 0 && (
        <li className="grid">
          <Button size="small" variant="outline" onClick={unfold}>
            <ChevronsUpDown className="size-4" />
            Show {folded} more messages
          </Button>
        </li>
      )}
      {messages.slice(folded > 0 ? end : 1).map(messageAt)}
    </ol>
  )
}

/** Messages before those that an open conversation begins with, as far as a reader asks for them. */
function useOlder(inquiry: string, latest: readonly ThreadMessage[], earlier: number) {
  const [{ messages, left }, setOlder] = useState<{ messages: ThreadMessage[]; left?: number }>({ messages: [] })
  const showToast = useToast()
  const { mutate: load, isPending } = useCallMutation(readInquiry, {
    about: inquiry,
    input: () => ({ params: { id: inquiry }, query: { before: (messages[0] ?? latest[0])!.id } }),
    onSuccess: (page) => {
      const nobody = { name: '', email: '', interest: '', message: '' }
      setOlder({ messages: [...messagesOf(page, { visitor: nobody }), ...messages], left: page.earlier ?? 0 })
    },
    onError: (error) => showToast({ error, text: 'Failed to load earlier messages' }),
  })
  return { messages, left: left ?? earlier, load, isPending }
}

type MessageProps = Pick<Props, 'inquiry' | 'mayEdit' | 'onUndone'> & { message: ThreadMessage }

function Message({ inquiry, message, mayEdit, onUndone }: MessageProps) {
  const now = useNow()
  const { id, isOurs, at, by, from, subject, cc, replyTo, note } = message
  return (
    <li
      data-ours={isOurs}
      className="grid grid-cols-[minmax(0,1fr)] gap-1 rounded-xl border border-line bg-card px-3.5 py-2.5 data-[ours=true]:ml-6 data-[ours=true]:bg-sunken"
    >
      <p className="flex flex-wrap gap-x-2 text-muted text-sm">
        <span className="font-semibold text-ink [overflow-wrap:anywhere]">{by}</span>
        <SenderLine from={from} by={by} />
        <span>{formatTime(at, now)}</span>
        {subject && <span className="[overflow-wrap:anywhere]">{subject}</span>}
        {cc.length > 0 && <span className="[overflow-wrap:anywhere]">Cc {cc.join(', ')}</span>}
      </p>
      <WantedAnswers addresses={replyTo} />
      <MessageBody
        message={message}
        read={(part) => queryOf(readMessage, { params: { id: inquiry, message: id }, query: { part } })}
      />
      {note && <p className="text-sm text-warn [overflow-wrap:anywhere]">{note}</p>}
      <MessageState inquiry={inquiry} message={message} mayEdit={mayEdit} onUndone={onUndone} />
    </li>
  )
}

/** The address of a mail next to the name that it shows, and whether it is proven. */
const SenderLine = ({ from, by }: { from: ThreadMessage['from']; by: string }) =>
  from && (
    <>
      {from.address !== by && <span className="[overflow-wrap:anywhere]">{from.address}</span>}
      <span data-certain={from.isCertain} className="data-[certain=false]:text-warn">
        {from.about}
      </span>
    </>
  )
