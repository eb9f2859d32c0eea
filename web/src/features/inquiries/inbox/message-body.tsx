import type { readInbound } from '@app/contracts/inbound'
import type { Message, MessageCut, MessagePart } from '@app/contracts/messages'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { queryOf } from '#lib/call-query'
import { failureText } from '#lib/failure-text'
import { Choice, MailText } from './mail-text'
import { AttachmentList, QuotedText } from './message-parts'
import { cutOf, type ThreadMessage } from './messages'

type Query = ReturnType<typeof queryOf<typeof readInbound>>

type Props = {
  message: Pick<ThreadMessage, 'text' | 'html' | 'quoted' | 'attachments'> &
    Pick<Message, 'hasHtml' | 'isCut'> & { cut?: readonly MessageCut[] | undefined }
  /** Reads one part of the message completely. */
  read: (part: MessagePart) => Query
  className?: string
}

/** A part of a message, once somebody asks for it. */
function usePart(query: Query) {
  const [isAsked, setAsked] = useState(false)
  const { data, error } = useQuery({ ...query, enabled: isAsked, staleTime: Number.POSITIVE_INFINITY })
  return { data, error, ask: () => setAsked(true) }
}

/** The text of a message. Its formatting, and what is long, are read on request, each alone: together they are large. */
export function MessageBody({ message, read, className = '' }: Props) {
  const text = usePart(read('text'))
  const markup = usePart(read('html'))
  const quotation = usePart(read('quoted'))
  const shown = text.data ?? message
  const html = markup.data?.html ?? shown.html
  const isBeginning = !text.data && cutOf(message).some((part) => part === 'text' || part === 'files')
  const error = text.error ?? markup.error ?? quotation.error
  return (
    <>
      <MailText
        key={`${text.data !== undefined} ${markup.data !== undefined}`}
        text={shown.text}
        html={html}
        className={className}
        startsFormatted={markup.data !== undefined}
      />
      {isBeginning && <Choice onClick={text.ask}>Show the whole message</Choice>}
      {!isBeginning && !html && shown.hasHtml && <Choice onClick={markup.ask}>Show formatting</Choice>}
      {error && <p className="text-bad text-sm">{failureText(error, 'Failed to load the message')}</p>}
      <QuotedText text={quotation.data?.quoted ?? shown.quoted}>
        {!quotation.data && cutOf(shown).includes('quoted') && (
          <Choice onClick={quotation.ask}>Show all quoted text</Choice>
        )}
      </QuotedText>
      <AttachmentList attachments={shown.attachments} />
    </>
  )
}
