import { minutes } from '@app/contracts/durations'
import type { InboxRow } from '@app/contracts/inbox'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { inboxPath } from '#lib/paths'
import { usePresence } from '#lib/use-presence'
import { useMedia } from '#ui/use-media'
import { inboxQuery } from './inbox.queries'
import { mailViewOf, viewOf } from './inbox-views'

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
