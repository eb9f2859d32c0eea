import type { Conversation as Answered } from '@app/contracts/conversations'
import { seconds } from '@app/contracts/durations'
import type { InquiryDetails } from '@app/contracts/inquiries'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { usePresence } from '#lib/use-presence'
import { LoadState } from '#ui/load-state'
import { AnswerBox } from '../replies/answer-box'
import { focusDraftField } from '../replies/reply-fields'
import { MessageList } from './message-list'
import type { ThreadMessage } from './messages'
import { conversationQuery, useLiveInbox } from './use-inbox'

/** The conversation with its draft, read again while the page is in sight. */
export function useConversation(id: string) {
  const present = usePresence()
  return useQuery({ ...conversationQuery(id), refetchInterval: present && seconds(30) })
}

/** Says which colleagues are writing a reply. */
export const RepliesUnderWay = ({ conversation: { replying } }: { conversation: Answered }) => (
  <p role="status" className="text-sm text-warn empty:hidden">
    {replying.length > 0 && `${replying.join(' and ')} is writing a reply`}
  </p>
)

type Props = {
  inquiry: InquiryDetails
  messages: readonly ThreadMessage[]
  mayEdit: boolean
  /** Shows all messages at once: one of them was searched for. */
  isComplete?: boolean
  /** In the inbox it is already loaded, and the box does not take the focus by itself. */
  conversation?: Answered
  /** The answer box is open. */
  isWriting: boolean
  onWriting: (isWriting: boolean) => void
  onSent: () => void
  onUndone?: () => void
  onUnsaved?: (isUnsaved: boolean) => void
  /** Between the messages and the answer. */
  children?: ReactNode
}

/** The messages of a conversation and the answer to it, in the inbox and in the record of the inquiry. */
export function Conversation({ messages, mayEdit, isComplete = false, isWriting, children, ...props }: Props) {
  const { inquiry, conversation, onWriting, onSent, onUndone } = props
  /** A reply that was taken back starts a new answer, which begins with its text. */
  const [round, setRound] = useState(0)
  const restart = (writes: boolean) => {
    onWriting(writes)
    setRound((last) => last + 1)
  }
  const answering = {
    inquiry,
    onSent: () => {
      onWriting(false)
      onSent()
    },
    onDiscarded: () => restart(false),
    onUndone: () => {
      restart(true)
      onUndone?.()
    },
  }
  const list = (
    <MessageList
      inquiry={inquiry.id}
      messages={messages}
      mayEdit={mayEdit}
      earlier={inquiry.earlier}
      isComplete={isComplete}
      onUndone={answering.onUndone}
    />
  )
  return (
    <>
      {conversation ? list : messages.length > 0 && <section aria-label="Conversation">{list}</section>}
      {children}
      {isWriting &&
        (conversation ? (
          <AnswerBox key={round} conversation={conversation} {...answering} />
        ) : (
          <LoadedAnswer
            key={round}
            {...answering}
            onClose={() => onWriting(false)}
            {...(props.onUnsaved && { onUnsaved: props.onUnsaved })}
          />
        ))}
    </>
  )
}

type AnswerProps = Omit<Parameters<typeof AnswerBox>[0], 'conversation'>

/** The answer box of a record, with the draft that was left there. */
function LoadedAnswer(props: AnswerProps) {
  useLiveInbox()
  const { data, error, refetch } = useConversation(props.inquiry.id)
  const isThere = data !== undefined
  useEffect(() => {
    if (isThere) focusDraftField('text')
  }, [isThere])
  if (!data) return <LoadState query={{ data, error, refetch }} what="the draft" />
  return (
    <>
      <RepliesUnderWay conversation={data} />
      <AnswerBox {...props} conversation={data} />
    </>
  )
}
