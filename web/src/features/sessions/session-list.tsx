import type { SessionSummary } from '@app/contracts/sessions'
import { useEffect, useRef } from 'react'
import { SessionItem } from './session-item'
import { type useEndSession, useIsEnding } from './use-end-session'

type Props = { list: readonly SessionSummary[]; end: ReturnType<typeof useEndSession> }

/** The user's sessions. */
export function SessionList({ list, end }: Props) {
  const isEnding = useIsEnding()
  const element = useRef<HTMLUListElement>(null)
  const { status, variables } = end
  const id = variables?.id
  // The focused button was removed, or disabled during the call.
  useEffect(() => {
    if (status === 'success') element.current?.focus()
    if (status === 'error') document.getElementById(`session-${id}-end`)?.focus()
  }, [status, id])

  if (list.length === 0) return <p className="py-6 text-muted">No sessions found.</p>
  return (
    <ul ref={element} tabIndex={-1} aria-label="Sessions" className="grid gap-3">
      {list.map((session) => (
        <SessionItem
          key={session.id}
          session={session}
          busy={isEnding}
          ending={end.isPending && session.id === id}
          onEnd={() => end.mutate(session)}
        />
      ))}
    </ul>
  )
}
