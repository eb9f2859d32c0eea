import { AppError, type FieldErrors } from '@app/contracts/errors'
import type { Inquiry, ReplyDraft } from '@app/contracts/inquiries'
import { useState } from 'react'
import { failureText } from '#lib/failure-text'
import { useContentKey } from '#lib/use-content-key'
import { useSingleMutation } from '#lib/use-single-mutation'
import { sendReply } from '../inquiries.api'
import { focusDraftField } from './draft-field'
import { draftErrors } from './reply-draft'
import { useTemplateDraft } from './use-template-draft'

/** Writes and sends one reply. `onSent` receives the changed inquiry. */
export function useComposer(id: string, onSent: (inquiry: Inquiry) => void) {
  const draft = useTemplateDraft(id)
  const [errors, setErrors] = useState<FieldErrors>({})
  const keyFor = useContentKey()
  const sending = useSingleMutation<Inquiry, ReplyDraft>({
    mutationKey: ['reply', id],
    mutationFn: (reply) => sendReply(id, reply, keyFor(reply)),
    onSuccess: onSent,
    onError(error) {
      const fields = (error instanceof AppError && error.fields) || {}
      setErrors(fields)
      const [first] = Object.keys(fields)
      if (first) focusDraftField(first)
    },
  })

  function choose(template: string) {
    draft.choose(template)
    setErrors({})
  }
  function edit(field: keyof ReplyDraft, value: string) {
    const next = { ...draft.values, [field]: value }
    draft.edit(next)
    const { [field]: _previous, ...others } = errors
    const message = draftErrors(next)[field]
    setErrors(message ? { ...others, [field]: message } : others)
  }

  /** Sends a valid reply; moves the focus to the first field of an invalid one. */
  function send(): void {
    const { subject, text } = draft.values
    const reply: ReplyDraft = { subject: subject.trim(), text: text.trim() }
    const found = draftErrors(reply)
    setErrors(found)
    const [first] = Object.keys(found)
    if (first) focusDraftField(first)
    else sending.mutate(reply)
  }

  return {
    ...draft,
    errors,
    isSending: sending.isPending,
    failure: sending.error ? failureText(sending.error, 'Failed to send the reply') : undefined,
    choose,
    edit,
    send,
  }
}

export type ComposerState = ReturnType<typeof useComposer>
