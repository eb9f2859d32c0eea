import { seconds } from '@app/contracts/durations'
import type { Conversation } from '@app/contracts/inbox'
import { type InquiryDetails, inquiryTable } from '@app/contracts/inquiries'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Reply, UserRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useMayEdit } from '#lib/rights'
import { usePresence } from '#lib/use-presence'
import { useShortcuts } from '#lib/use-shortcuts'
import { Button } from '#ui/button'
import { LoadError, Loading } from '#ui/load-state'
import { useMedia } from '#ui/use-media'
import { useInquiry } from '../record/use-inquiry'
import { AnswerBox } from '../reply/answer-box'
import { focusDraftField } from '../reply/draft-field'
import { conversationQuery } from './inbox.queries'
import { MessageList } from './message-list'
import { messagesOf } from './messages'
import { PersonPanel, type PersonRecords } from './person-panel'
import { ThreadBar } from './thread-bar'
import { useTeamActions } from './use-team-actions'

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
  const present = usePresence()
  const inquiry = useInquiry(id)
  const conversation = useQuery({ ...conversationQuery(id), refetchInterval: present && seconds(30) })
  const error = inquiry.error ?? conversation.error
  const reload = () => Promise.all([inquiry.refetch(), conversation.refetch()])
  return (
    <>
      {error && (
        <LoadError
          error={error}
          fallback="Failed to load the conversation"
          isOutdated={!!inquiry.data && !!conversation.data}
          onRetry={reload}
        />
      )}
      {inquiry.data && conversation.data ? (
        <Open {...props} inquiry={inquiry.data} conversation={conversation.data} />
      ) : (
        !error && <Loading>Loading the conversation...</Loading>
      )}
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
}: Props & { inquiry: InquiryDetails; conversation: Conversation }) {
  const mayEdit = useMayEdit(inquiryTable)
  const hasRoom = useMedia('(min-width: 80rem)')
  const [showsPerson, setShowsPerson] = useState(false)
  /** A reply that was taken back starts a new answer, which begins with its text. */
  const [round, setRound] = useState(0)
  const [isWriting, setWriting] = useState(conversation.draft !== null)
  const actions = useTeamActions(id, onLeave)
  const scroller = useRef<HTMLDivElement>(null)
  const { spam, status } = inquiry
  const messages = messagesOf(inquiry, conversation)
  const canAnswer = mayEdit && !spam && conversation.visitor.email !== ''
  // A waiting message is answered at once; for the others a button opens the box.
  const showsBox = canAnswer && (isWriting || (!onBack && (status === 'new' || status === 'in_progress')))
  const reply = () => {
    setWriting(true)
    focusDraftField('text')
  }
  useShortcuts({ r: canAnswer ? reply : undefined })
  const count = messages.length
  useEffect(() => {
    if (count > 1) scroller.current?.querySelector('ol > :last-child')?.scrollIntoView?.({ block: 'start' })
  }, [count])
  const onUndone = () => {
    setWriting(true)
    setRound((last) => last + 1)
    onReturn()
  }

  return (
    <div className="grid min-h-0 grid-cols-[minmax(0,1fr)] gap-5 xl:grid-cols-[minmax(0,1fr)_17rem]">
      <section aria-label="Conversation" className="flex min-h-0 min-w-0 flex-col gap-3">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <div className="flex items-center gap-2">
            {onBack && (
              <Button size="small" variant="outline" aria-label="Back to the list" onClick={onBack}>
                <ArrowLeft className="size-4" />
              </Button>
            )}
            <h2 className="mr-auto min-w-0 truncate text-xl">
              {conversation.visitor.name || conversation.visitor.email}
              {conversation.visitor.interest && (
                <span className="font-body font-normal text-base text-muted"> · {conversation.visitor.interest}</span>
              )}
            </h2>
            {!hasRoom && (
              <Button
                size="small"
                variant="outline"
                aria-expanded={showsPerson}
                onClick={() => setShowsPerson(!showsPerson)}
              >
                <UserRound className="size-4" />
                Person
              </Button>
            )}
          </div>
          {mayEdit && <ThreadBar inquiry={inquiry} actions={actions} userId={userId} />}
          <p role="status" className="text-sm text-warn empty:hidden">
            {conversation.replying.length > 0 && `${conversation.replying.join(' and ')} is writing a reply`}
          </p>
        </div>
        {showsPerson && !hasRoom ? (
          <PersonPanel {...{ inquiry, conversation, mayEdit, Records }} />
        ) : (
          <div ref={scroller} className="flex min-h-0 flex-col gap-4 lg:overflow-y-auto lg:pr-1">
            <MessageList
              {...{ inquiry: id, messages, mayEdit, onUndone }}
              earlier={inquiry.earlier}
              isComplete={isFound}
            />
            {showsBox && (
              <AnswerBox
                key={round}
                {...{ inquiry, conversation, onUndone }}
                onDiscarded={() => {
                  setWriting(false)
                  setRound((last) => last + 1)
                }}
                onSent={() => {
                  setWriting(false)
                  onLeave()
                }}
              />
            )}
            {canAnswer && !showsBox && (
              <div className="sticky bottom-0 bg-paper py-2">
                <Button onClick={reply} aria-keyshortcuts="r" className="max-lg:w-full">
                  <Reply className="size-4.5" />
                  Reply
                </Button>
              </div>
            )}
          </div>
        )}
      </section>
      {hasRoom && (
        <div className="min-h-0 overflow-y-auto border-line border-l pl-5">
          <PersonPanel {...{ inquiry, conversation, mayEdit, Records }} />
        </div>
      )}
    </div>
  )
}
