import type { Inquiry } from '@app/contracts/inquiries'
import { useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import type { RecordPartProps } from '#lib/table-extension'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { DiscardDialog } from '#ui/discard-dialog'
import { Notice } from '#ui/notice'
import { formatTime } from '../format-time'
import { inquiryKey } from '../inquiries.queries'
import { DraftField } from './draft-field'
import { TemplateChooser } from './template-chooser'
import { useComposer } from './use-composer'
import { VisitorMessage } from './visitor-message'

const formId = 'reply_form'

type Props = {
  inquiry: Inquiry
  onClose: () => void
  onSent: () => void
} & Pick<RecordPartProps, 'schema' | 'record' | 'onDirty'>

/** Writes and sends a reply. Typed text is lost only when the user discards it. */
export function Composer({ inquiry, schema, record, onDirty, onClose, onSent }: Props) {
  const { id } = inquiry
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const [repliesAtStart] = useState(inquiry.replies.length)
  const state = useComposer(id, async (changed) => {
    // A response to an earlier request must not replace the newer state.
    await client.cancelQueries({ queryKey: inquiryKey(id), exact: true })
    client.setQueryData(inquiryKey(id), changed)
    onSent()
  })
  const { values, errors, isEdited, isSending, failure } = state
  useEffect(() => {
    onDirty(isEdited)
    return () => onDirty(false)
  }, [onDirty, isEdited])

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    state.send()
  }
  const newer = inquiry.replies.slice(repliesAtStart).at(-1)

  return (
    <>
      {/* Rendered before the composer, so that it returns the focus first when both close. */}
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
                onClick={state.send}
              >
                Try again
              </Button>
            </Notice>
          )}
          {newer && (
            <Notice tone="warn" title="Answered in the meantime">
              <p>
                {newer.by} replied {formatTime(newer.at)}: {newer.subject}
              </p>
            </Notice>
          )}
          <VisitorMessage schema={schema} record={record} />
          <TemplateChooser state={state} />
          {state.missing.length > 0 && (
            <Notice tone="warn" title="This template is not complete">
              <p>
                There is no value for {state.missing.map((name) => `{${name}}`).join(', ')}. Add it to the service card,
                or replace it in the text.
              </p>
            </Notice>
          )}
          {state.canRestore && (
            <p role="status" className="flex flex-wrap items-center gap-x-3 text-sm">
              The template replaced your text.
              <Button size="small" variant="outline" onClick={state.restore}>
                Restore my text
              </Button>
            </p>
          )}
          <DraftField
            field="subject"
            title="Subject"
            value={values.subject}
            error={errors.subject}
            onValue={state.edit}
          />
          <DraftField field="text" title="Text" value={values.text} error={errors.text} onValue={state.edit} />
          <p className="text-muted text-sm">
            Sent to {String(record.email ?? '')} from the school, with the message above quoted below your text.
          </p>
        </form>
      </Dialog>
    </>
  )
}
