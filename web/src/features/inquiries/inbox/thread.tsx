import type { Conversation as Answered } from '@app/contracts/conversations'
import type { Colleague } from '@app/contracts/inbox'
import { type Inquiry, type InquiryDetails, inquiryTable } from '@app/contracts/inquiries'
import { optionLabel } from '@app/table-schema/field'
import { useQuery } from '@tanstack/react-query'
import { AlarmClock, ArrowLeft, Ban, Check, CircleCheck, MailCheck, Reply, UserRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSchema } from '#features/records/list/use-schema'
import { useMayEdit } from '#lib/rights'
import { useShortcuts } from '#lib/use-listener'
import { useNow } from '#lib/use-now'
import { dot } from '#lib/words'
import { Button, SmallButton } from '#ui/button'
import { LoadState } from '#ui/load-state'
import { useMedia } from '#ui/use-media'
import { formatTime } from '../format-time'
import { useInquiry } from '../inquiries.queries'
import { focusDraftField, textId } from '../replies/reply-fields'
import { KeyedMenu, TimeMenu } from '../replies/time-menu'
import { Conversation, RepliesUnderWay, useConversation } from './conversation'
import { messagesOf } from './messages'
import { PersonPanel, type PersonRecords } from './person-panel'
import { colleaguesQuery } from './use-inbox'
import { type TeamActions, useTeamActions } from './use-team-actions'

type Props = {
  id: string
  userId: string | undefined
  onLeave: () => void
  onBack: (() => void) | undefined
  /** Opened from a search, which may have found any of its messages. */
  isFound: boolean
  /** Opens it again after it was left. */
  onReturn: () => void
  Records: PersonRecords
}

/** An open conversation: messages, answer box and the person. */
export function Thread(props: Props) {
  const { id } = props
  const inquiry = useInquiry(id)
  const conversation = useConversation(id)
  const error = inquiry.error ?? conversation.error
  const reload = () => Promise.all([inquiry.refetch(), conversation.refetch()])
  return (
    <>
      <LoadState query={{ data: inquiry.data && conversation.data, error, refetch: reload }} what="the conversation" />
      {inquiry.data && conversation.data && <Open {...props} inquiry={inquiry.data} conversation={conversation.data} />}
    </>
  )
}

function Open({
  id,
  inquiry,
  conversation,
  userId,
  onLeave,
  onBack,
  onReturn,
  isFound,
  Records,
}: Props & { inquiry: InquiryDetails; conversation: Answered }) {
  const mayEdit = useMayEdit(inquiryTable)
  const hasRoom = useMedia('(min-width: 80rem)')
  const [showsPerson, setShowsPerson] = useState(false)
  const [isWriting, setWriting] = useState(conversation.draft !== null)
  const scroller = useRef<HTMLDivElement>(null)
  const { spam, status, snoozedUntil } = inquiry
  const isWaiting = status === 'new' || status === 'in_progress'
  const actions = useTeamActions(id, onLeave, isWaiting && !snoozedUntil)
  const messages = messagesOf(inquiry, conversation)
  const { interest } = conversation.visitor
  // As the form shows it.
  const interestName = optionLabel(useSchema(inquiryTable)?.properties['interest'], interest)
  const canAnswer = mayEdit && !spam && conversation.visitor.email !== ''
  // A waiting message is answered at once; for the others a button opens the box.
  const showsBox = canAnswer && (isWriting || isWaiting)
  const reply = () => {
    setWriting(true)
    focusDraftField('text')
  }
  useShortcuts({ r: canAnswer ? reply : undefined })
  const count = messages.length
  useEffect(() => {
    if (scroller.current) showNewest(scroller.current, count)
  }, [count])

  return (
    <div className="grid min-h-0 grid-cols-[minmax(0,1fr)] gap-5 xl:grid-cols-[minmax(0,1fr)_17rem]">
      <section aria-label="Conversation" className="flex min-h-0 min-w-0 flex-col gap-3">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <div className="flex items-center gap-2">
            {onBack && (
              <SmallButton aria-label="Back to the list" onClick={onBack}>
                <ArrowLeft className="size-4" />
              </SmallButton>
            )}
            <h2 className="mr-auto min-w-0 truncate text-xl">
              {conversation.visitor.name || conversation.visitor.email}
              {conversation.visitor.interest && (
                <span className="font-body font-normal text-base text-muted">
                  {dot}
                  {interestName}
                </span>
              )}
            </h2>
            {!hasRoom && (
              <SmallButton aria-expanded={showsPerson} onClick={() => setShowsPerson(!showsPerson)}>
                <UserRound className="size-4" />
                Person
              </SmallButton>
            )}
          </div>
          {mayEdit && <ThreadBar inquiry={inquiry} actions={actions} userId={userId} />}
          <RepliesUnderWay conversation={conversation} />
        </div>
        {showsPerson && !hasRoom ? (
          <PersonPanel inquiry={inquiry} conversation={conversation} mayEdit={mayEdit} Records={Records} />
        ) : (
          <div ref={scroller} data-pane className="flex min-h-0 flex-col gap-4 lg:overflow-y-auto lg:pr-1">
            <Conversation
              inquiry={inquiry}
              conversation={conversation}
              messages={messages}
              mayEdit={mayEdit}
              isComplete={isFound}
              isWriting={showsBox}
              onWriting={setWriting}
              onSent={onLeave}
              onUndone={onReturn}
            >
              {canAnswer && !showsBox && (
                <div className="sticky bottom-(--phone-bar,0px) bg-paper py-2">
                  <Button onClick={reply} aria-keyshortcuts="r" className="max-lg:w-full">
                    <Reply className="size-4.5" />
                    Reply
                  </Button>
                </div>
              )}
            </Conversation>
          </div>
        )}
      </section>
      {hasRoom && (
        <div className="min-h-0 overflow-y-auto border-line border-l pl-5">
          <PersonPanel inquiry={inquiry} conversation={conversation} mayEdit={mayEdit} Records={Records} />
        </div>
      )}
    </div>
  )
}

/** Eight lines of the answer with the buttons below it, in pixels. */
const answerRoom = 290

/**
 * Shows the newest message and, below it, room for the answer. Where the pane scrolls, only the pane is scrolled: `scrollIntoView` would
 * move the page around it, too.
 */
function showNewest(pane: HTMLElement, count: number) {
  const newest = count > 1 ? pane.querySelector('ol > :last-child') : null
  if (getComputedStyle(pane).overflowY !== 'auto') return newest?.scrollIntoView?.({ block: 'start' })
  const topOf = (part: Element) => part.getBoundingClientRect().top - pane.getBoundingClientRect().top + pane.scrollTop
  const text = pane.querySelector(`#${textId}`)
  pane.scrollTop = Math.max(newest ? topOf(newest) : 0, text ? topOf(text) + answerRoom - pane.clientHeight : 0)
}

type ThreadBarProps = { inquiry: Inquiry; actions: TeamActions; userId: string | undefined }

/** Yourself first, then the others by name. */
const inOrder = (people: readonly Colleague[], userId: string | undefined) =>
  people.toSorted(
    (one, other) => Number(other.id === userId) - Number(one.id === userId) || one.name.localeCompare(other.name),
  )

/** The assignee, snooze and state of the conversation. */
function ThreadBar({ inquiry, actions, userId }: ThreadBarProps) {
  const now = useNow()
  const { data: people = [] } = useQuery(colleaguesQuery)
  const { status, spam, assignee = null, snoozedUntil, replies } = inquiry
  const isClosed = status === 'closed'
  const isSnoozed = snoozedUntil != null && Date.parse(snoozedUntil) > now
  const isAnswered = status === 'answered'
  const isDue = isAnswered && snoozedUntil != null && !isSnoozed
  const maySpam = !spam && replies.length === 0
  const nameOf = (id: string) =>
    id === userId ? 'you' : (people.find((one) => one.id === id)?.name ?? 'a former colleague')
  useShortcuts({
    e: spam || isClosed ? undefined : actions.close,
    '!': maySpam ? actions.spam : undefined,
  })
  if (spam)
    return (
      <SmallButton disabled={actions.isRunning} onClick={actions.release}>
        <MailCheck className="size-4" />
        Not spam
      </SmallButton>
    )
  return (
    <div className="flex flex-wrap items-center gap-2">
      <KeyedMenu
        shortcut="a"
        label="Assign to"
        trigger={
          <>
            <UserRound className="size-4" />
            {assignee ? `Assigned to ${nameOf(assignee)}` : 'Assign'}
          </>
        }
        items={[
          ...inOrder(people, userId).map(({ id, name }) => ({
            key: id,
            isCurrent: id === assignee,
            content: (
              <>
                {id === userId ? `${name} (you)` : name}
                {id === assignee && <Check className="ml-auto size-4" />}
              </>
            ),
            onSelect: () => actions.assign(id, id === userId ? 'you' : name),
          })),
          ...(assignee ? [{ key: 'nobody', content: 'Nobody', onSelect: () => actions.assign(null, '') }] : []),
        ]}
      />
      {!isClosed && (
        <TimeMenu
          shortcut="s"
          label={isAnswered ? 'Follow up on' : 'Snooze until'}
          trigger={
            <>
              <AlarmClock className="size-4" />
              {isSnoozed ? `Until ${formatTime(snoozedUntil, now)}` : isAnswered ? 'Follow up' : 'Snooze'}
            </>
          }
          before={[
            ...(isSnoozed && !isAnswered
              ? [{ key: 'wake', content: 'Back to the inbox now', onSelect: actions.wake }]
              : []),
            ...((isSnoozed && isAnswered) || isDue
              ? [{ key: 'drop', content: 'No follow-up', onSelect: actions.dropFollowUp }]
              : []),
          ]}
          onTime={(until) => (isAnswered ? actions.followUp(until) : actions.snooze(until))}
        />
      )}
      <SmallButton
        aria-keyshortcuts={isClosed ? undefined : 'e'}
        disabled={actions.isRunning}
        onClick={isClosed ? actions.reopen : actions.close}
      >
        <CircleCheck className="size-4" />
        {isClosed ? 'Open again' : 'Close'}
      </SmallButton>
      {maySpam && (
        <Button size="small" variant="quiet" aria-keyshortcuts="!" disabled={actions.isRunning} onClick={actions.spam}>
          <Ban className="size-4" />
          Spam
        </Button>
      )}
    </div>
  )
}
