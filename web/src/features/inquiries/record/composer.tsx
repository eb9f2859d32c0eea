import type { Inquiry } from '@app/contracts/inquiries'
import { useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { RecordPartProps } from '#lib/table-extension'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { DiscardDialog } from '#ui/discard-dialog'
import { Notice } from '#ui/notice'
import { timeWords } from '../time-words'
import { DraftField } from './draft-field'
import { Letter } from './letter'
import { TemplateChooser } from './template-chooser'
import { useComposer } from './use-composer'
import { inquiryKey } from './use-inquiry'

const formId = 'reply_form'

type Props = {
  inquiry: Inquiry
  onClose: () => void
  onSent: () => void
} & Pick<RecordPartProps, 'record' | 'onDirty'>

/** Writes and sends an answer. What was typed goes only when it is sent or given up on purpose. */
export function Composer({ inquiry, record, onDirty, onClose, onSent }: Props) {
  const { id } = inquiry
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const answeredBefore = useRef(inquiry.replies.length).current
  const state = useComposer(id, async (changed) => {
    // An answer that was asked for before must not take its place.
    await client.cancelQueries({ queryKey: inquiryKey(id), exact: true })
    client.setQueryData(inquiryKey(id), changed)
    onSent()
  })
  const { held, errors, isEdited, isSending, failure, lost } = state
  useEffect(() => {
    onDirty(isEdited)
    return () => onDirty(false)
  }, [onDirty, isEdited])

  async function submit() {
    const [first] = Object.keys(await state.send())
    // Only once the message is there: it is read with the field.
    if (first) requestAnimationFrame(() => document.getElementById(`reply-${first}`)?.focus())
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    submit()
  }
  const newer = inquiry.replies.slice(answeredBefore).at(-1)

  return (
    <>
      {/* Before the composer: when both go, this one returns the focus first. */}
      {asking && (
        <DiscardDialog
          question="This reply has not been sent. Do you want to discard it?"
          onDiscard={onClose}
          onKeep={() => setAsking(false)}
        />
      )}
      <Dialog
        title={`Reply to ${String(record.name ?? record.email ?? '')}`}
        busy={isSending}
        onClose={() => (isEdited ? setAsking(true) : onClose())}
        footer={
          <>
            <Button variant="outline" disabled={isSending} onClick={() => (isEdited ? setAsking(true) : onClose())}>
              Cancel
            </Button>
            <Button type="submit" form={formId} disabled={isSending}>
              <Send className="size-4" />
              {isSending ? 'Sending...' : 'Send reply'}
            </Button>
          </>
        }
      >
        <form id={formId} noValidate onSubmit={onSubmit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {failure && (
            <Notice tone="bad" title="The reply was not sent" takesFocus={Object.keys(errors).length === 0}>
              <p>{failure} Your text is still here.</p>
              <Button
                size="small"
                variant="outline"
                className="justify-self-start"
                disabled={isSending}
                onClick={submit}
              >
                Try again
              </Button>
            </Notice>
          )}
          {newer && (
            <Notice tone="warn" title="Answered meanwhile">
              <p>
                {newer.by} replied {timeWords(newer.at)}: {newer.subject}
              </p>
            </Notice>
          )}
          <Letter record={record} />
          <TemplateChooser state={state} />
          {lost && (
            <p role="status" className="flex flex-wrap items-center gap-x-3 text-sm">
              The template took the place of your text.
              <Button size="small" variant="outline" onClick={state.bringBack}>
                Bring my text back
              </Button>
            </p>
          )}
          <DraftField
            field="subject"
            title="Subject"
            value={held.subject}
            error={errors.subject}
            onValue={state.edit}
          />
          <DraftField field="text" title="Text" value={held.text} error={errors.text} onValue={state.edit} />
          <p className="text-muted text-sm">
            Sent to {String(record.email ?? '')} in the name of the school, with the message above quoted below your
            text.
          </p>
        </form>
      </Dialog>
    </>
  )
}
