import { AppError, type FieldErrors } from '@app/contracts/errors'
import type { Inquiry, ReplyDraft, ReplyDrafts } from '@app/contracts/inquiries'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '#lib/message-of'
import { useContentKey } from '#lib/use-content-key'
import { fetchDrafts, sendReply } from '../inquiries.api'
import { draftErrors } from './reply-draft'
import { inquiryKey } from './use-inquiry'

type Template = ReplyDrafts[number]
type Held = ReplyDraft & { template: string }

const blank: Held = { template: '', subject: '', text: '' }
const heldFrom = (template: Template | undefined): Held =>
  template ? { template: template.id, subject: template.subject, text: template.text } : blank
const same = (one: ReplyDraft, other: ReplyDraft) => one.subject === other.subject && one.text === other.text

/** An answer in the making: begun from a template, changed by hand, sent once. */
export function useComposer(id: string, onSent: (inquiry: Inquiry) => void) {
  const templates = useQuery({
    queryKey: [...inquiryKey(id), 'drafts'],
    queryFn: ({ signal }) => fetchDrafts(id, signal),
    gcTime: 0,
  })
  const [held, setHeld] = useState<Held>(blank)
  /** What the text began as: until it is changed, it is nobody's work. */
  const [start, setStart] = useState<Held>(blank)
  const [lost, setLost] = useState<Held>()
  const [errors, setErrors] = useState<FieldErrors>({})
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string>()
  const running = useRef(false)
  const chosen = useRef(false)
  const keyFor = useContentKey()
  const isEdited = !same(held, start)

  // The best fit is there from the start, and follows when staff edit the template meanwhile.
  const { data: drafts } = templates
  useEffect(() => {
    if (!drafts || isEdited) return
    const template = chosen.current ? drafts.find((each) => each.id === held.template) : drafts[0]
    const next = heldFrom(template)
    if (!template || same(next, held)) return
    setHeld(next)
    setStart(next)
  }, [drafts, isEdited, held])

  function choose(template: string) {
    chosen.current = true
    if (isEdited) setLost(held)
    const next = heldFrom(drafts?.find((each) => each.id === template))
    setHeld(next)
    setStart(next)
    setErrors({})
  }
  function edit(field: keyof ReplyDraft, value: string) {
    const next = { ...held, [field]: value }
    setHeld(next)
    const { [field]: _gone, ...others } = errors
    const message = draftErrors(next)[field]
    setErrors(message ? { ...others, [field]: message } : others)
  }
  function bringBack() {
    if (lost) setHeld(lost)
    setLost(undefined)
  }

  /** Resolves with the fields at fault, the first of which wants the focus. */
  async function send(): Promise<FieldErrors> {
    if (running.current) return {}
    const draft: ReplyDraft = { subject: held.subject.trim(), text: held.text.trim() }
    const found = draftErrors(draft)
    setErrors(found)
    if (Object.keys(found).length > 0) return found
    running.current = true
    setSending(true)
    setFailure(undefined)
    try {
      onSent(await sendReply(id, draft, keyFor(draft)))
      return {}
    } catch (error) {
      setFailure(messageOf(error, 'Failed to send the reply'))
      const fields = (error instanceof AppError && error.fields) || {}
      setErrors(fields)
      return fields
    } finally {
      running.current = false
      setSending(false)
    }
  }

  return { templates, held, errors, isEdited, isSending, failure, lost, choose, edit, bringBack, send }
}

export type ComposerState = ReturnType<typeof useComposer>
