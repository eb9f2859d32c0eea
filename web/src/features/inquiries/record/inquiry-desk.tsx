import type { Inquiry } from '@app/contracts/inquiries'
import { Reply } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '#lib/message-of'
import type { RecordPartProps } from '#lib/table-extension'
import { Button } from '#ui/button'
import { Notice } from '#ui/notice'
import { Spinner } from '#ui/spinner'
import { releaseFromSpam, sendAgain, setStatus } from '../inquiries.api'
import { ClockLine } from './clock-line'
import { Composer } from './composer'
import { Letter } from './letter'
import { MailList } from './mail-list'
import { ReplyList } from './reply-list'
import { SpamNotice } from './spam-notice'
import { StatusFlow, statusNames } from './status-flow'
import { useInquiry } from './use-inquiry'
import { useInquiryAction } from './use-inquiry-action'

/** What is done with an inquiry: its clock, its status, its mails, and the answer. */
export function InquiryDesk({ record, onChanged, onDirty }: RecordPartProps) {
  const { id } = record
  const { data: inquiry, error, refetch, isFetching } = useInquiry(id)
  useChange(inquiry, onChanged)
  if (inquiry)
    return (
      <>
        <Desk inquiry={inquiry} record={record} onDirty={onDirty} />
        {error && (
          <Failure text={messageOf(error, 'Failed to refresh the inquiry')} busy={isFetching} onRetry={refetch} />
        )}
      </>
    )
  if (error)
    return <Failure text={messageOf(error, 'Failed to load the inquiry')} busy={isFetching} onRetry={refetch} />
  return (
    <p role="status" className="flex items-center gap-2 py-4 text-muted">
      <Spinner />
      Loading the inquiry...
    </p>
  )
}

type DeskProps = { inquiry: Inquiry } & Pick<RecordPartProps, 'record' | 'onDirty'>

function Desk({ inquiry, record, onDirty }: DeskProps) {
  const { id, spam, mails, replies, status } = inquiry
  const { run, running, news, tell, failure } = useInquiryAction(id)
  const [replying, setReplying] = useState(false)
  const mailsPart = useRef<HTMLElement>(null)

  /** The button goes with its reason: reading continues where its effect is seen. */
  const focusMails = () => requestAnimationFrame(() => mailsPart.current?.focus())
  async function onSendAgain() {
    const done = { name: 'mails', done: 'The mail is on its way again.', failed: 'Failed to send again' }
    if (await run({ ...done, call: () => sendAgain(id) })) focusMails()
  }
  async function onRelease() {
    const done = { name: 'spam', done: 'Not spam: the mails are on their way.', failed: 'Failed to release' }
    if (await run({ ...done, call: () => releaseFromSpam(id) })) focusMails()
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-xl border border-line bg-paper p-3 xs:p-4">
      <Letter record={record} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <ClockLine inquiry={inquiry} />
        {!spam && (
          <Button onClick={() => setReplying(true)} aria-haspopup="dialog">
            <Reply className="size-4.5" />
            {replies.length > 0 ? 'Reply again' : 'Reply'}
          </Button>
        )}
      </div>
      {inquiry.spam ? (
        <SpamNotice reason={inquiry.spamReason} busy={running === 'spam'} onRelease={onRelease} />
      ) : (
        <StatusFlow
          status={status}
          running={running}
          onStatus={(next) =>
            run({
              name: next,
              call: () => setStatus(id, next),
              done: `Status: ${statusNames[next]}`,
              failed: 'Failed to change the status',
            })
          }
        />
      )}
      {failure && <Failure text={failure.text} busy={running !== undefined} onRetry={failure.retry} />}
      <p role="status" className="text-good text-sm empty:hidden">
        {news}
      </p>
      <MailList ref={mailsPart} mails={mails} busy={running === 'mails'} onSendAgain={onSendAgain} />
      <ReplyList inquiry={inquiry} />
      {replying && (
        <Composer
          inquiry={inquiry}
          record={record}
          onDirty={onDirty}
          onClose={() => setReplying(false)}
          onSent={() => {
            setReplying(false)
            tell('Your reply is on its way.')
          }}
        />
      )}
    </div>
  )
}

const Failure = ({ text, busy, onRetry }: { text: string; busy: boolean; onRetry: () => void }) => (
  <Notice tone="bad">
    <p>{text}</p>
    <Button size="small" variant="outline" className="justify-self-start" disabled={busy} onClick={onRetry}>
      Try again
    </Button>
  </Notice>
)

/** Tells the form and the lists whenever something changed that they show, too. */
function useChange(inquiry: Inquiry | undefined, onChanged: () => void) {
  const shown =
    inquiry && [inquiry.status, inquiry.spam, inquiry.mailState, inquiry.mailError, inquiry.answeredAt].join()
  const before = useRef(shown)
  const latest = useRef(onChanged)
  latest.current = onChanged
  useEffect(() => {
    if (before.current !== undefined && before.current !== shown) latest.current()
    before.current = shown
  }, [shown])
}
