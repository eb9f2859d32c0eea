import { addNote, readConversation, type StoredDraft, saveDraft } from '@app/contracts/conversations'
import { minutes, seconds } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'
import { idempotencyHeader } from '@app/contracts/idempotency'
import { assignInquiry, type InboxView, listColleagues, listInbox, snoozeInquiry } from '@app/contracts/inbox'
import { undoInquiryAction } from '@app/contracts/inquiry-calls'
import {
  type NewerMessage,
  newerMessage,
  type ReplyRequest,
  replyToInquiry,
  undoReply,
  unprovenCopies,
} from '@app/contracts/replies'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { callApi } from '#lib/call-api'
import { queryOf } from '#lib/queries'

/** Every query of the list of conversations begins with this key. */
export const inboxKey = [listInbox.id] as const

/** A view, or with `q` what a search of all conversations finds. */
export const inboxQuery = (view: InboxView, page: number, q: string) => ({
  ...queryOf(listInbox, { query: { view, page: String(page), ...(q && { q }) } }),
  staleTime: seconds(5),
  placeholderData: keepPreviousData,
})

/** Drafts that are on their way, by inquiry: who returns to a conversation reads it with the draft that was left there. */
const savings = new Map<string, Promise<unknown>>()

export const conversationQuery = (id: string) => {
  const input = { params: { id } }
  return queryOptions({
    queryKey: queryOf(readConversation, input).queryKey,
    async queryFn({ signal }) {
      await savings.get(id)?.catch(() => {})
      return callApi(readConversation, { ...input, signal })
    },
    gcTime: 0,
  })
}

export const colleaguesQuery = { ...queryOf(listColleagues), staleTime: minutes(5) }

export const assign = (id: string, person: string | null) =>
  callApi(assignInquiry, { params: { id }, body: { person } })

export const snooze = (id: string, until: string | null) => callApi(snoozeInquiry, { params: { id }, body: { until } })

export const undoLast = (id: string) => callApi(undoInquiryAction, { params: { id } })

export const writeNote = (id: string, text: string, key: string) =>
  callApi(addNote, { params: { id }, body: { text }, headers: { [idempotencyHeader]: key } })

export function keepDraft(id: string, body: StoredDraft) {
  const saving = callApi(saveDraft, { params: { id }, body }).finally(() => {
    if (savings.get(id) === saving) savings.delete(id)
  })
  savings.set(id, saving)
  return saving
}

export const answer = (id: string, body: ReplyRequest, key: string) =>
  callApi(replyToInquiry, { params: { id }, body, headers: { [idempotencyHeader]: key } })

export const takeBackReply = (id: string, reply: string) => callApi(undoReply, { params: { id }, body: { reply } })

/** The message that refused a reply, since its author had not seen it. */
export function newerThanSeen(error: unknown): NewerMessage | undefined {
  if (!(error instanceof AppError) || error.status !== 409) return undefined
  const read = v.safeParse(newerMessage, error.cause)
  return read.success ? read.output.newer : undefined
}

/** The addresses in Cc that refused a reply, since its author had not named them. */
export function unprovenIn(error: unknown): readonly string[] {
  if (!(error instanceof AppError) || error.status !== 409) return []
  const read = v.safeParse(unprovenCopies, error.cause)
  return read.success ? read.output.unproven : []
}
