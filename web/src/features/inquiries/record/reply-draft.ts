import type { FieldErrors } from '@app/contracts/errors'
import { type ReplyDraft, replyDraft } from '@app/contracts/inquiries'
import * as v from 'valibot'

/** As far as a text may go; the service counts alike. */
export const longest = { subject: 150, text: 5_000 } as const satisfies Record<keyof ReplyDraft, number>

/** What is wrong with an answer, by field, in the words of the service. */
export function draftErrors(draft: ReplyDraft): FieldErrors {
  const read = v.safeParse(replyDraft, draft, { abortPipeEarly: true })
  const errors: FieldErrors = {}
  for (const issue of read.issues ?? []) errors[v.getDotPath(issue) ?? ''] ??= issue.message
  return errors
}

/** How much of the room is used, and how much is too much. */
export function roomText(value: string, most: number): string {
  const count = value.trim().length
  const number = (amount: number) => amount.toLocaleString('en-US')
  return count <= most
    ? `${number(count)} of ${number(most)} characters`
    : `${number(count)} of ${number(most)} characters: ${number(count - most)} too many`
}
