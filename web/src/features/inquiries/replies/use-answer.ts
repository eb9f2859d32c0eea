import type { Conversation, StoredDraft } from '@app/contracts/conversations'
import { seconds } from '@app/contracts/durations'
import { normalEmail } from '@app/contracts/entered-line'
import { AppError, type FieldErrors } from '@app/contracts/errors'
import type { Inquiry, InquiryDetails } from '@app/contracts/inquiries'
import {
  maxCopies,
  maxReplyLength,
  type NewerMessage,
  type ReplyDraft,
  type ReplyRequest,
} from '@app/contracts/replies'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { failureText } from '#lib/failure-text'
import { useContentKey } from '#lib/idempotency-key'
import { useSingleMutation } from '#lib/queries'
import { useToast } from '#ui/toast'
import { comingTime } from '../format-time'
import { answer, keepDraft, newerThanSeen, takeBackReply, unprovenIn } from '../inbox/use-inbox'
import { useReload } from '../inbox/use-team-actions'
import { draftErrors, focusDraftField, useReplyFiles } from './reply-fields'
import { signed, unsigned } from './signature'
import { useTemplateDraft } from './use-template-draft'

/** A pause in typing after which the draft is kept. */
const savePauseMs = seconds(1)
/** Until a draft that could not be kept is sent again. */
const retryMs = seconds(5)

type Sending = {
  reply: ReplyDraft & Pick<ReplyRequest, 'cc' | 'files' | 'confirmed'>
  sendAt?: string
  anyway: boolean
}

export type Answering = {
  inquiry: InquiryDetails
  conversation: Conversation
  onSent: () => void
  /** A reply was taken back. Its text is the draft now. */
  onUndone: () => void
  /** Called once the draft is gone. */
  onDiscarded: () => void
  /** True if something is typed that is not kept on the server. */
  onUnsaved?: ((isUnsaved: boolean) => void) | undefined
}

/** Writes an answer: it starts from the kept draft, or for the first answer from the best template, is kept while it is written, and sent once. */
export function useAnswer({ inquiry, conversation, onSent, onUndone, onDiscarded, onUnsaved }: Answering) {
  const { id, newest } = inquiry
  const draft = useTemplateDraft(id)
  const { values, edit: setValues } = draft
  const [errors, setErrors] = useState<FieldErrors>({})
  /** The newest message that the author has seen. A later one is shown before anything is sent. */
  const [seen, setSeen] = useState(newest)
  const [refused, setRefused] = useState<NewerMessage>()
  /** Addresses in Cc that its author has to name. */
  const [unproven, setUnproven] = useState<readonly string[]>([])
  const keyFor = useContentKey()
  const reload = useReload(id)
  const showToast = useToast()
  const draftKeeper = useDraftKeeper(id, onUnsaved)
  const { signature } = conversation
  const begunDraft = conversation.draft && unsigned(conversation.draft.text, signature)
  const [isSigned, setSigned] = useState(begunDraft?.isSigned ?? true)
  const ending = isSigned ? signature : undefined
  /** Recipients of a copy, as typed; `undefined` without the field. */
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
      showToast({ error, text: 'Failed to undo' })
      await reload()
    }
  }

  const sending = useSingleMutation<Inquiry, Sending>({
    mutationKey: ['reply', id],
    async mutationFn({ reply, sendAt, anyway }) {
      await draftKeeper.stop()
      const how = sendAt ? { sendAt } : { undoable: true }
      const request: ReplyRequest = { ...reply, ...how, ...(seen && { seen }), anyway }
      return answer(id, request, keyFor([reply, sendAt]))
    },
    async onSuccess(changed, { sendAt }) {
      const sent = changed.replies.at(-1)
      const text = sendAt ? `Held until ${comingTime(sendAt)}` : 'Reply sent'
      showToast({ text, ...(sent && { undo: () => undo(sent.messageId) }) })
      onSent()
      await reload()
    },
    onError(error) {
      const newer = newerThanSeen(error)
      setUnproven(unprovenIn(error))
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
  function send(sendAt?: string, confirmed: readonly string[] = []): void {
    if (files.isUploading) return
    const reply: ReplyDraft = { subject: values.subject.trim(), text: signed(values.text.trim(), ending) }
    const copies = addressesIn(cc ?? '')
    const found = { ...draftErrors(reply), ...copies.errors }
    const extras = {
      ...(copies.addresses.length > 0 && { cc: copies.addresses }),
      ...(confirmed.length > 0 && { confirmed: [...confirmed] }),
      ...(files.files.length > 0 && { files: files.files.map((one) => one.id) }),
    }
    setErrors(found)
    const [first] = Object.keys(found)
    if (first) focusDraftField(first)
    else sending.mutate({ reply: { ...reply, ...extras }, anyway: refused !== undefined, ...(sendAt && { sendAt }) })
  }

  async function discard() {
    await draftKeeper.stop()
    const failure = await keepDraft(id, { subject: '', text: '' }).then(
      () => undefined,
      (error) => failureText(error, 'Failed to discard the draft'),
    )
    if (failure) return showToast({ text: failure })
    await reload()
    onDiscarded()
  }

  const isRefused = refused !== undefined
  const newer = inquiry.replies.find(({ messageId }) => messageId === newest)
  return {
    ...draft,
    errors,
    isSending: sending.isPending,
    failure:
      sending.error && !isRefused && unproven.length === 0
        ? failureText(sending.error, 'Failed to send the reply')
        : undefined,
    /** A message has come in since the author began. */
    hasNewer: isRefused || newest !== seen,
    /** The colleague who wrote it. */
    newerBy: newer?.by,
    /** Something would be lost by discarding. */
    hasDraft: (draft.isEdited && values.text.trim() !== '') || conversation.draft !== null || files.files.length > 0,
    isUnsaved: draftKeeper.isUnsaved,
    discard,
    retry: () => send(sending.variables?.sendAt),
    unproven,
    sendToUnproven: () => send(sending.variables?.sendAt, unproven),
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
    /** The complete addresses in Cc. */
    copies: addressesIn(cc ?? '').addresses,
    editCc(value: string) {
      setCc(value)
      setUnproven([])
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

export type AnswerState = ReturnType<typeof useAnswer>

/** True if another attempt may succeed. */
const mayPass = (error: unknown) => !(error instanceof AppError) || error.status >= 500 || error.status === 429

/** Keeps a draft on the server after a pause in typing, and when its author leaves. */
function useDraftKeeper(id: string, onUnsaved: Answering['onUnsaved']) {
  const waiting = useRef<{ draft: StoredDraft; timer: ReturnType<typeof setTimeout> }>(undefined)
  const saving = useRef<Promise<void>>(undefined)
  const isOpen = useRef(true)
  const [isUnsaved, setUnsaved] = useState(false)
  const forget = () => {
    clearTimeout(waiting.current?.timer)
    waiting.current = undefined
  }
  const wait = (draft: StoredDraft, ms: number) => {
    forget()
    waiting.current = { draft, timer: setTimeout(() => flush(), ms) }
  }
  const flush = useEffectEvent(() => {
    if (!waiting.current) return
    const { draft } = waiting.current
    forget()
    saving.current = keepDraft(id, draft).then(
      () => setUnsaved(false),
      (error) => {
        setUnsaved(true)
        if (isOpen.current && !waiting.current && mayPass(error)) wait(draft, retryMs)
      },
    )
  })
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
      flush()
    }
  }, [])
  const tell = useEffectEvent((is: boolean) => onUnsaved?.(is))
  useEffect(() => {
    tell(isUnsaved)
    return () => tell(false)
  }, [isUnsaved])
  return {
    isUnsaved,
    /** The text must not be saved any more: a draft that arrives after its reply would come back. */
    async stop() {
      forget()
      await saving.current
      setUnsaved(false)
    },
    keep: (draft: StoredDraft) => wait(draft, savePauseMs),
  }
}

/** The addresses in a text, separated by commas, semicolons or spaces, and what is wrong with it. */
function addressesIn(text: string): { addresses: string[]; errors: FieldErrors } {
  const typed = text.split(/[\s,;]+/).filter(Boolean)
  const bad = typed.find((one) => !normalEmail(one))
  if (bad) return { addresses: [], errors: { cc: `${bad} is not a valid email` } }
  const addresses = [...new Set(typed.map((one) => normalEmail(one)!))]
  if (addresses.length > maxCopies) return { addresses: [], errors: { cc: `At most ${maxCopies} people get a copy` } }
  return { addresses, errors: {} }
}
