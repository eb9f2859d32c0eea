import { seconds } from '@app/contracts/durations'
import { AppError, type FieldErrors } from '@app/contracts/errors'
import type { Conversation, StoredDraft } from '@app/contracts/inbox'
import {
  type Inquiry,
  maxReplyLength,
  type NewerMessage,
  type ReplyDraft,
  type ReplyRequest,
} from '@app/contracts/inquiries'
import { useSetAtom } from 'jotai'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { failureText } from '#lib/failure-text'
import { useContentKey } from '#lib/use-content-key'
import { useSingleMutation } from '#lib/use-single-mutation'
import { showToastAtom } from '#ui/toast'
import { formatTime } from '../format-time'
import { focusDraftField } from '../record/draft-field'
import { draftErrors } from '../record/reply-draft'
import { useTemplateDraft } from '../record/use-template-draft'
import { answer, keepDraft, newerThanSeen, takeBackReply } from './inbox.queries'
import { addressesIn } from './reply-addresses'
import { signed, unsigned } from './signature'
import { useReplyFiles } from './use-reply-files'
import { useReload } from './use-team-actions'

/** A pause in typing after which the draft is kept. */
const savePauseMs = seconds(1)

type Sending = { reply: ReplyDraft & Pick<ReplyRequest, 'cc' | 'files'>; sendAt?: string; anyway: boolean }

type Given = { inquiry: Inquiry; conversation: Conversation; onSent: () => void; onUndone: () => void }

/** Writes an answer: it starts from the kept draft, or for the first answer from the best template, is kept while it is written, and sent once. */
export function useAnswer({ inquiry, conversation, onSent, onUndone }: Given) {
  const { id, newest } = inquiry
  const draft = useTemplateDraft(id)
  const { values, edit: setValues } = draft
  const [errors, setErrors] = useState<FieldErrors>({})
  /** The newest message that the author has seen. A later one is shown before anything is sent. */
  const [seen, setSeen] = useState(newest)
  const [refused, setRefused] = useState<NewerMessage>()
  const keyFor = useContentKey()
  const reload = useReload(id)
  const showToast = useSetAtom(showToastAtom)
  const draftKeeper = useDraftKeeper(id)
  const { signature } = conversation
  const begunDraft = conversation.draft && unsigned(conversation.draft.text, signature)
  const [isSigned, setSigned] = useState(begunDraft?.isSigned ?? true)
  const ending = isSigned ? signature : undefined
  /** Who gets a copy, as it is typed; `undefined` until somebody is to. */
  const [cc, setCc] = useState(conversation.draft?.cc)
  const [begunFiles] = useState(conversation.draft?.files ?? [])
  const files = useReplyFiles(id, begunFiles)

  const start = useEffectEvent(() => {
    // The templates are for the first answer.
    const last = inquiry.replies.at(-1)
    const next = last && {
      subject: last.subject.replace(/^(?:Re: )?/, 'Re: ').slice(0, maxReplyLength.subject),
      text: '',
    }
    const begun = begunDraft ? { subject: conversation.draft?.subject ?? '', text: begunDraft.text } : next
    if (begun) setValues({ template: '', ...begun })
  })
  useEffect(() => start(), [])

  async function undo(reply: string) {
    try {
      await takeBackReply(id, reply)
      showToast({ text: 'Not sent. Your text is in the answer box.' })
      await reload()
      onUndone()
    } catch (error) {
      showToast({ text: failureText(error, 'Failed to undo') })
      await reload()
    }
  }

  const sending = useSingleMutation<Inquiry, Sending>({
    mutationKey: ['reply', id],
    mutationFn({ reply, sendAt, anyway }) {
      draftKeeper.stop()
      const how = sendAt ? { sendAt } : { undoable: true }
      const request: ReplyRequest = { ...reply, ...how, ...(seen && { seen }), anyway }
      return answer(id, request, keyFor([reply, sendAt]))
    },
    async onSuccess(changed, { sendAt }) {
      const sent = changed.replies.at(-1)
      const text = sendAt ? `It will be sent ${formatTime(sendAt)}` : 'Reply sent'
      showToast({ text, ...(sent && { undo: () => undo(sent.messageId) }) })
      onSent()
      await reload()
    },
    onError(error) {
      const newer = newerThanSeen(error)
      setRefused(newer)
      if (newer) reload()
      const fields = (error instanceof AppError && error.fields) || {}
      setErrors(fields)
      const [first] = Object.keys(fields)
      if (first) focusDraftField(first)
    },
  })

  function keep(change: Partial<StoredDraft>, signedWith = ending) {
    const { text, ...draft } = { ...values, ...change }
    const held = files.files.map((one) => one.id)
    const { template: _, ...rest } = draft
    draftKeeper.keep({ ...(cc && { cc }), files: held, ...rest, text: signed(text, signedWith) })
    setErrors(without(errors, ['files', ...Object.keys(change)]))
  }
  const keepFiles = useEffectEvent(() => keep({}))
  useEffect(() => {
    if (files.files !== begunFiles) keepFiles()
  }, [files.files, begunFiles])
  function edit(field: keyof ReplyDraft, value: string) {
    setValues({ ...values, [field]: value })
    keep({ [field]: value })
  }
  function choose(template: string) {
    draft.choose(template)
    setErrors({})
  }

  /** Sends a valid answer; moves the focus to the first field of an invalid one. */
  function send(sendAt?: string): void {
    if (files.isUploading) return
    const reply: ReplyDraft = { subject: values.subject.trim(), text: signed(values.text.trim(), ending) }
    const copies = addressesIn(cc ?? '')
    const found = { ...draftErrors(reply), ...copies.errors }
    const extras = {
      ...(copies.addresses.length > 0 && { cc: copies.addresses }),
      ...(files.files.length > 0 && { files: files.files.map((one) => one.id) }),
    }
    setErrors(found)
    const [first] = Object.keys(found)
    if (first) focusDraftField(first)
    else sending.mutate({ reply: { ...reply, ...extras }, anyway: refused !== undefined, ...(sendAt && { sendAt }) })
  }

  const isRefused = refused !== undefined
  return {
    ...draft,
    errors,
    isSending: sending.isPending,
    failure: sending.error && !isRefused ? failureText(sending.error, 'Failed to send the reply') : undefined,
    /** A message has come in since the author began. */
    hasNewer: isRefused || newest !== seen,
    /** The next click sends in spite of it. */
    isRefused,
    acknowledge() {
      setSeen(newest)
      setRefused(undefined)
    },
    edit,
    choose,
    send,
    cc,
    editCc(value: string) {
      setCc(value)
      keep({ cc: value })
    },
    files,
    isSigned,
    sign(isWanted: boolean) {
      setSigned(isWanted)
      keep({}, isWanted ? signature : '')
    },
    /** Puts a template into the text. */
    insert(text: string, { subject }: { subject: string }) {
      const next = { ...values, text, subject: values.subject || subject }
      setValues(next)
      keep({ text, subject: next.subject })
    },
  }
}

const without = (errors: FieldErrors, fields: readonly string[]): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([field]) => !fields.includes(field)))

/** Keeps a draft on the server after a pause in typing, and when its author leaves. */
function useDraftKeeper(id: string) {
  const waiting = useRef<{ draft: StoredDraft; timer: ReturnType<typeof setTimeout> }>(undefined)
  // What could not be kept now is kept with the next change.
  const save = (draft: StoredDraft) => keepDraft(id, draft).catch(() => {})
  const stop = () => {
    clearTimeout(waiting.current?.timer)
    waiting.current = undefined
  }
  const flush = useEffectEvent(() => {
    if (waiting.current) save(waiting.current.draft)
    stop()
  })
  useEffect(() => () => flush(), [])
  return {
    stop,
    keep(draft: StoredDraft) {
      stop()
      waiting.current = { draft, timer: setTimeout(() => flush(), savePauseMs) }
    },
  }
}
