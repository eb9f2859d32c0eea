import type { FieldErrors } from '@app/contracts/errors'
import { maxReplyLength, type ReplyDraft, replyDraft } from '@app/contracts/replies'
import type { ReactNode } from 'react'
import * as v from 'valibot'
import { numberText } from '#lib/words'

/** Validation errors by field, with the service's messages. */
export function draftErrors(draft: ReplyDraft): FieldErrors {
  const read = v.safeParse(replyDraft, draft, { abortPipeEarly: true })
  const errors: FieldErrors = {}
  for (const issue of read.issues ?? []) errors[v.getDotPath(issue) ?? ''] ??= issue.message
  return errors
}

/** The length of a text, its limit, and the excess. */
function lengthText(value: string, max: number): string {
  const count = value.trim().length
  return count <= max
    ? `${numberText(count)} of ${numberText(max)} characters`
    : `${numberText(count)} of ${numberText(max)} characters: ${numberText(count - max)} too many`
}

type Props = {
  field: keyof ReplyDraft
  title: string
  value: string
  error: string | undefined
  onValue: (field: keyof ReplyDraft, value: string) => void
  /** Next to the title. */
  children?: ReactNode
}

/** The part of the limit from which the length is shown. */
const nearLimit = 0.8

export const textId = 'reply-text'

/** Moves the focus to a field once its error is rendered, so that both are read together. */
export const focusDraftField = (field: string) =>
  requestAnimationFrame(() => document.getElementById(`reply-${field}`)?.focus())

/** A field of a reply with its length and limit. */
export function DraftField({ field, title, value, error, onValue, children }: Props) {
  const id = `reply-${field}`
  const max = maxReplyLength[field]
  const shared = {
    id,
    value,
    'aria-required': true,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': `${id}-length${error ? ` ${id}-error` : ''}`,
    onChange: ({ target }: { target: { value: string } }) => onValue(field, target.value),
  } as const
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <label htmlFor={id} className="font-semibold">
          {title}
          <span aria-hidden="true" className="text-bad">
            {' *'}
          </span>
        </label>
        {children}
      </div>
      {field === 'subject' ? (
        <input type="text" className="control w-full" {...shared} />
      ) : (
        <textarea rows={12} className="control w-full resize-y leading-normal" {...shared} />
      )}
      <div className="flex flex-wrap justify-between gap-x-4 text-sm not-has-[p:not(:empty)]:hidden">
        <p id={`${id}-error`} aria-live="polite" className="text-bad empty:hidden">
          {error}
        </p>
        <p
          id={`${id}-length`}
          data-over={value.trim().length > max}
          className="ml-auto text-muted tabular-nums data-[over=true]:text-bad"
        >
          {value.trim().length > max * nearLimit && lengthText(value, max)}
        </p>
      </div>
    </div>
  )
}
