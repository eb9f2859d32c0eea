import type { FieldErrors } from '@app/contracts/errors'
import { type ReplyDraft, replyDraft } from '@app/contracts/replies'
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
export function lengthText(value: string, max: number): string {
  const count = value.trim().length
  return count <= max
    ? `${numberText(count)} of ${numberText(max)} characters`
    : `${numberText(count)} of ${numberText(max)} characters: ${numberText(count - max)} too many`
}
