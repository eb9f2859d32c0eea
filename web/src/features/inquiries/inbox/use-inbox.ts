import { addNote, readConversation, type StoredDraft, saveDraft } from '@app/contracts/conversations'
import { minutes, seconds } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'
import { idempotencyHeader } from '@app/contracts/idempotency'
import {
  assignInquiry,
  followInbox,
  type InboxRow,
  type InboxView,
  inboxEvent,
  inboxView,
  listColleagues,
  listInbox,
  maxInboxCount,
  snoozeInquiry,
} from '@app/contracts/inbox'
import { undoInquiryAction } from '@app/contracts/inquiry-calls'
import type { InboundState } from '@app/contracts/messages'
import {
  type NewerMessage,
  newerMessage,
  type ReplyRequest,
  replyToInquiry,
  undoReply,
  unprovenCopies,
} from '@app/contracts/replies'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import * as v from 'valibot'
import { useLocation, useSearchParams } from 'wouter'
import { callApi, streamCall } from '#lib/call-api'
import { inboxPath } from '#lib/paths'
import { queryOf } from '#lib/queries'
import { usePresence } from '#lib/use-presence'
import { numberText } from '#lib/words'
import { useMedia } from '#ui/use-media'
import { inquiryKey } from '../inquiries.queries'

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

export const viewTitles: Record<InboxView, string> = {
  waiting: 'Waiting',
  mine: 'Mine',
  unassigned: 'Unassigned',
  them: 'Answered',
  snoozed: 'Later',
  held: 'Held',
  spam: 'Spam',
}

export const emptyTexts: Record<InboxView, string> = {
  waiting: 'Everything is answered.',
  mine: 'Nothing assigned to you is waiting.',
  unassigned: 'Nothing unassigned.',
  them: 'Not waiting for any visitor.',
  snoozed: 'Nothing is left for later.',
  held: 'No replies on hold.',
  spam: 'No spam.',
}

/** Views of mails, not of inquiries, by what is shown in them: nothing that came in is invisible. */
export const mailViews = {
  unmatched: { state: 'unmatched', title: 'Unmatched', empty: 'Every incoming email is in a conversation.' },
  automated: { state: 'automated', title: 'Automated', empty: 'No automated mail in the last 30 days.' },
  'spam-mail': { state: 'spam', title: 'Spam mail', empty: 'No spam in the last 30 days.' },
} as const satisfies Record<string, { state: InboundState; title: string; empty: string }>
export type MailView = keyof typeof mailViews
const mailViewNames = ['unmatched', 'automated', 'spam-mail'] as const satisfies MailView[]
export type ShownView = InboxView | MailView
export const mainViews = ['waiting', 'mine', 'snoozed'] as const satisfies InboxView[]
/** Behind *Other*. */
export const otherViews = [
  'unmatched',
  'held',
  'unassigned',
  'them',
  'spam',
  'spam-mail',
  'automated',
] as const satisfies ShownView[]
const mailViewOf = (text: string | null): MailView | undefined => mailViewNames.find((name) => name === text)
export const isMailView = (view: ShownView): view is MailView => mailViewOf(view) !== undefined

const viewOf = (text: string | null): InboxView => {
  const read = v.safeParse(inboxView, text)
  return read.success ? read.output : 'waiting'
}

export const countText = (count: number) =>
  count >= maxInboxCount ? `${numberText(maxInboxCount - 1)}+` : String(count)

/** The view in the address. Where list and thread stand side by side, the first conversation of a view is open at once. */
export function useInbox() {
  const present = usePresence()
  const isWide = useMedia('(min-width: 64rem)')
  const [search] = useSearchParams()
  const [, navigate] = useLocation()
  const view = viewOf(search.get('view'))
  const page = Number(search.get('page')) || 1
  /** Searches all conversations, whatever the view. */
  const q = search.get('q') ?? ''
  const list = useQuery({ ...inboxQuery(view, page, q), refetchInterval: present && minutes(1) })
  const rows = list.data?.data ?? []
  /** Mails are shown instead of conversations. */
  const mailView = mailViewOf(search.get('view'))
  const asked = search.get('open') ?? undefined
  const open = mailView ? undefined : (asked ?? (isWide && !list.isPlaceholderData ? rows[0]?.id : undefined))
  const at = rows.findIndex(({ id }) => id === open)

  const show = (id: string | undefined) => navigate(inboxPath({ view, q, page, open: id }))
  /** Moves to another row of the list. */
  const step = (by: 1 | -1) => {
    const next: InboxRow | undefined = at === -1 ? rows[0] : rows[at + by]
    if (next) show(next.id)
  }
  const leaveNow = (id: string) => {
    if (id !== open) return
    const left = rows.findIndex((row) => row.id === id)
    const next = left === -1 ? undefined : (rows[left + 1] ?? rows[left - 1])
    show(isWide ? next?.id : undefined)
  }
  const latest = useRef<(id: string) => void>(undefined)
  useEffect(() => {
    latest.current = leaveNow
    return () => {
      latest.current = undefined
    }
  })
  /** After the open conversation has left the view, the next one is opened; on a phone the list. One that was open earlier changes nothing. */
  const leave = (id: string) => latest.current?.(id)
  const turn = (to: number) => navigate(inboxPath({ view, q, page: to }))
  const find = (text: string) => navigate(inboxPath({ view, q: text }), { replace: q !== '' })
  return { mailView, view, q, find, page, list, rows, open, isWide, show, step, leave, turn }
}

export type Inbox = ReturnType<typeof useInbox>

const afterFailureMs = seconds(20)

/** Loads again what has changed, as soon as the service says so. Without it, everything is loaded every minute. */
export function useLiveInbox() {
  const client = useQueryClient()
  const present = usePresence()
  useEffect(() => {
    if (!present) return
    const stop = new AbortController()
    const changed = (ids: readonly string[]) => {
      client.invalidateQueries({ queryKey: inboxKey })
      for (const id of ids) {
        client.invalidateQueries({ queryKey: inquiryKey(id), exact: true })
        client.invalidateQueries({ queryKey: conversationQuery(id).queryKey })
      }
    }
    void follow(changed, stop.signal)
    return () => stop.abort()
  }, [present, client])
}

/** Follows one stream after the other until it is stopped: each ends after a minute, and its successor checks the session. */
async function follow(changed: (ids: readonly string[]) => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted)
    try {
      const { body } = await streamCall(followInbox, {}, signal)
      if (body) for await (const ids of changesIn(body)) changed(ids)
    } catch {
      // Offline, or too many are open: what is shown is loaded every minute meanwhile.
      await new Promise((done) => setTimeout(done, afterFailureMs))
    }
}

/** The ids in the events of a stream. */
async function* changesIn(body: ReadableStream<Uint8Array>): AsyncGenerator<readonly string[]> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += decoder.decode(part.value, { stream: true })
    const events = text.split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1]
      const read = v.safeParse(v.pipe(v.string(), v.parseJson(), inboxEvent), data)
      if (read.success) yield read.output.ids
    }
  }
}
