import type { readInbound } from '@app/contracts/inbound'
import type { Attachment } from '@app/contracts/messages'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { queryOf } from '#lib/call-query'
import { failureText } from '#lib/failure-text'
import { Choice, MailText } from './mail-text'
import { AttachmentList, QuotedText } from './message-parts'

type Shown = { text: string; html: string | null; quoted: string; attachments: readonly Attachment[] }

type Props = {
  message: Shown & { hasHtml?: boolean | undefined; isCut?: boolean | undefined }
  /** Reads the complete message. */
  read: ReturnType<typeof queryOf<typeof readInbound>>
  className?: string
}

/** The text of a message. Its formatting, and a long text, are read on request. */
export function MessageBody({ message, read, className = '' }: Props) {
  const [isAsked, setAsked] = useState(false)
  const { data, error } = useQuery({ ...read, enabled: isAsked, staleTime: Number.POSITIVE_INFINITY })
  const { text, html, quoted, attachments }: Shown = data ?? message
  const label = message.isCut ? 'Show the whole message' : 'Show formatting'
  return (
    <>
      <MailText
        key={String(data !== undefined)}
        text={text}
        html={html}
        className={className}
        startsFormatted={data !== undefined && !message.isCut}
      />
      {!data && (message.isCut || message.hasHtml) && <Choice onClick={() => setAsked(true)}>{label}</Choice>}
      {error && <p className="text-bad text-sm">{failureText(error, 'Failed to load the message')}</p>}
      <QuotedText text={quoted} />
      <AttachmentList attachments={attachments} />
    </>
  )
}
