import type { Inquiry, InquiryDetails } from '@app/contracts/inquiries'
import { Ban, Clock3, Reply } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { failureText } from '#lib/failure-text'
import { useMayEdit } from '#lib/rights'
import type { RecordPartProps } from '#lib/table-extension'
import { useListener } from '#lib/use-listener'
import { useNow } from '#lib/use-now'
import { Button, SmallButton } from '#ui/button'
import { Loading } from '#ui/load-state'
import { Notice } from '#ui/notice'
import { StatusMark } from '../cells'
import { formatTime } from '../format-time'
import { Conversation } from '../inbox/conversation'
import { messagesOf, type ThreadMessage } from '../inbox/messages'
import { markAsSpam, releaseFromSpam, sendAgain, setStatus, useInquiry } from '../inquiries.queries'
import { ageText, deadlineOf, isOpen } from '../response-deadline'
import { MailList } from './mail-list'
import { SpamNotice, StatusFlow, statusNames, useInquiryAction } from './status-flow'
import { EarlierInquiries, textOf, VisitorMessage } from './visitor-message'

/** The messages that a record shows next to the visitor's words: all that followed, and the first one where it has more than these. */
function laterMessages(inquiry: InquiryDetails, record: RecordPartProps['record']): ThreadMessage[] {
  const [name, email, interest, message] = ['name', 'email', 'interest', 'message'].map((field) =>
    textOf(record[field]),
  )
  const all = messagesOf(inquiry, { visitor: { name: name!, email: email!, interest: interest!, message: message! } })
  const hasMore =
    all[0] && (all[0].attachments.length > 0 || all[0].html !== null || all[0].hasHtml || all[0].quoted !== '')
  return hasMore || inquiry.earlier ? all : all.slice(1)
}

/** The response deadline of the open inquiry, kept current. */
function DeadlineLine({ inquiry }: { inquiry: Inquiry }) {
  const now = useNow()
  const { tone, text } = deadlineOf(inquiry, now)
  const { receivedAt, dueBy, answeredAt, spam } = inquiry
  const due = isOpen(inquiry) && dueBy
  return (
    <div className="mr-auto grid min-w-0 gap-1">
      {!spam && <StatusMark tone={tone} icon={tone === 'calm' ? Clock3 : undefined} text={text} />}
      <p className="text-muted text-sm">
        Received {formatTime(receivedAt, now)}, {ageText(receivedAt, now)}.
        {due && <> Reply due by {formatTime(due, now)}.</>}
        {answeredAt && <> Answered {formatTime(answeredAt, now)}.</>}
      </p>
    </div>
  )
}

/** Work on an inquiry: deadline, status, emails and reply. */
export function InquiryDesk({ schema, record, onChanged, onDirty }: RecordPartProps) {
  const { id } = record
  const { data: inquiry, error, refetch, isFetching } = useInquiry(id)
  useChange(inquiry, onChanged)
  if (inquiry)
    return (
      <>
        <Desk inquiry={inquiry} schema={schema} record={record} onDirty={onDirty} />
        {error && (
          <Failure text={failureText(error, 'Failed to refresh the inquiry')} busy={isFetching} onRetry={refetch} />
        )}
      </>
    )
  if (error)
    return <Failure text={failureText(error, 'Failed to load the inquiry')} busy={isFetching} onRetry={refetch} />
  return <Loading className="py-4">Loading the inquiry...</Loading>
}

type DeskProps = { inquiry: InquiryDetails } & Pick<RecordPartProps, 'schema' | 'record' | 'onDirty'>

function Desk({ inquiry, schema, record, onDirty }: DeskProps) {
  const { id, spam, mails, replies, status } = inquiry
  const notified = mails.some(({ kind }) => kind === 'notification')
  const mayEdit = useMayEdit(schema.name)
  const { run, running, success, failure } = useInquiryAction(id)
  const [replying, setReplying] = useState(false)
  const mailsPart = useRef<HTMLElement>(null)
  const replyButton = useRef<HTMLButtonElement>(null)
  const later = laterMessages(inquiry, record)

  /** The pressed button disappears, so the focus moves to where its effect shows. */
  const focusMails = () => requestAnimationFrame(() => mailsPart.current?.focus())
  const wasReplying = useRef(false)
  useEffect(() => {
    if (wasReplying.current && !replying) replyButton.current?.focus()
    wasReplying.current = replying
  }, [replying])
  const onSendAgain = () =>
    run({
      name: 'mails',
      call: () => sendAgain(id),
      success: 'The email is being sent again.',
      failure: 'Failed to send again',
      onSuccess: focusMails,
    })
  const onSpam = () =>
    run({
      name: 'spam',
      call: () => markAsSpam(id),
      success: 'Marked as spam. Later messages from this sender are held as well.',
      failure: 'Failed to mark as spam',
    })
  useSpamKey(mayEdit && !spam && replies.length === 0 && !replying, onSpam)
  const onRelease = () =>
    run({
      name: 'spam',
      call: () => releaseFromSpam(id),
      success: notified ? 'Marked as not spam. Reply needed.' : 'Not spam: the school is being notified.',
      failure: 'Failed to release',
      onSuccess: focusMails,
    })

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-xl border border-line bg-paper p-3 xs:p-4">
      <VisitorMessage schema={schema} record={record} />
      <EarlierInquiries schema={schema} record={record} />
      <Conversation
        inquiry={inquiry}
        messages={later}
        mayEdit={mayEdit}
        isWriting={replying}
        onWriting={setReplying}
        onSent={() => {}}
        onUnsaved={onDirty}
      >
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <DeadlineLine inquiry={inquiry} />
          {mayEdit && !spam && (
            <>
              {replies.length === 0 && (
                <Button
                  variant="quiet"
                  title="Mark as spam (!)"
                  aria-keyshortcuts="!"
                  aria-disabled={running === 'spam'}
                  onClick={onSpam}
                >
                  <Ban className="size-4.5" />
                  Spam
                </Button>
              )}
              {!replying && (
                <Button ref={replyButton} onClick={() => setReplying(true)}>
                  <Reply className="size-4.5" />
                  {replies.length > 0 ? 'Reply again' : 'Reply'}
                </Button>
              )}
            </>
          )}
        </div>
      </Conversation>
      {inquiry.spam ? (
        <SpamNotice
          reason={inquiry.spamReason}
          notified={notified}
          busy={running === 'spam'}
          onRelease={mayEdit ? onRelease : undefined}
        />
      ) : (
        <StatusFlow
          status={status}
          running={running}
          onStatus={
            mayEdit
              ? (next) =>
                  run({
                    name: next,
                    call: () => setStatus(id, next),
                    success: `Status: ${statusNames[next]}`,
                    failure: 'Failed to change the status',
                  })
              : undefined
          }
        />
      )}
      {failure && <Failure text={failure.text} busy={running !== undefined} onRetry={failure.retry} />}
      <p role="status" className="text-good text-sm empty:hidden">
        {success}
      </p>
      <MailList
        ref={mailsPart}
        mails={mails}
        shownAbove={later.map((message) => message.id)}
        busy={running === 'mails'}
        onSendAgain={mayEdit ? onSendAgain : undefined}
      />
    </div>
  )
}

const Failure = ({ text, busy, onRetry }: { text: string; busy: boolean; onRetry: () => void }) => (
  <Notice tone="bad">
    <p>{text}</p>
    <SmallButton disabled={busy} onClick={onRetry}>
      Try again
    </SmallButton>
  </Notice>
)

/** Lets `!` mark the inquiry as spam, except while typing. */
function useSpamKey(enabled: boolean, onSpam: () => void) {
  const onKey = (event: KeyboardEvent) => {
    const isTyping =
      event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [contenteditable]')
    if (event.key !== '!' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return
    event.preventDefault()
    onSpam()
  }
  useListener('keydown', onKey, { isOn: enabled })
}

/** Calls `onChanged` when a value changes that the form and the lists show as well. */
function useChange(inquiry: Inquiry | undefined, onChanged: () => void) {
  const shown =
    inquiry && [inquiry.status, inquiry.spam, inquiry.mailState, inquiry.mailError, inquiry.answeredAt].join()
  const before = useRef(shown)
  const changed = useEffectEvent(onChanged)
  useEffect(() => {
    if (before.current !== undefined && before.current !== shown) changed()
    before.current = shown
  }, [shown])
}
