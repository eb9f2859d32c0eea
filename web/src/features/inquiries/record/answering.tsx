import { seconds } from '@app/contracts/durations'
import type { InquiryDetails } from '@app/contracts/inquiries'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { usePresence } from '#lib/use-presence'
import { LoadError, Loading } from '#ui/load-state'
import { conversationQuery } from '../inbox/inbox.queries'
import { useLiveInbox } from '../inbox/use-live-inbox'
import { AnswerBox } from '../reply/answer-box'
import { focusDraftField } from '../reply/draft-field'

type Props = {
  inquiry: InquiryDetails
  onUnsaved: (isUnsaved: boolean) => void
  onClose: () => void
  onUndone: () => void
}

/** The reply to an inquiry in its record, with the draft that was left there. */
export function Answering({ inquiry, onUnsaved, onClose, onUndone }: Props) {
  const present = usePresence()
  const [round, setRound] = useState(0)
  useLiveInbox()
  const { data, error, refetch } = useQuery({
    ...conversationQuery(inquiry.id),
    refetchInterval: present && seconds(30),
  })
  const isThere = data !== undefined
  useEffect(() => {
    if (isThere) focusDraftField('text')
  }, [isThere])
  if (!data)
    return error ? (
      <LoadError error={error} fallback="Failed to load the draft" isOutdated={false} onRetry={refetch} />
    ) : (
      <Loading>Loading the draft...</Loading>
    )
  return (
    <>
      <p role="status" className="text-sm text-warn empty:hidden">
        {data.replying.length > 0 && `${data.replying.join(' and ')} is writing a reply`}
      </p>
      <AnswerBox
        key={round}
        {...{ inquiry, conversation: data, onUnsaved, onClose }}
        onSent={onClose}
        onDiscarded={onClose}
        onUndone={() => {
          setRound((last) => last + 1)
          onUndone()
        }}
      />
    </>
  )
}
