import type { SessionSummary } from '@app/contracts/sessions'
import { useAtomValue, useSetAtom } from 'jotai'
import { useRef } from 'react'
import { SessionItem } from './session-item'
import { endSessionAtom, sessionsAtom } from './sessions.atoms'

type Props = { list: readonly SessionSummary[]; onSignedOut: () => void }

/** The user's sessions. */
export function SessionList({ list, onSignedOut }: Props) {
  const { ending } = useAtomValue(sessionsAtom)
  const end = useSetAtom(endSessionAtom)
  const element = useRef<HTMLUListElement>(null)

  async function endOne(session: SessionSummary) {
    const ended = await end(session)
    if (ended && session.current) return onSignedOut()
    // The focused button was removed, or disabled during the call.
    if (ended) element.current?.focus()
    else document.getElementById(`session-${session.id}-end`)?.focus()
  }

  if (list.length === 0) return <p className="py-6 text-muted">No sessions found.</p>
  return (
    <ul ref={element} tabIndex={-1} aria-label="Sessions" className="grid gap-3">
      {list.map((session) => (
        <SessionItem
          key={session.id}
          session={session}
          busy={ending !== null}
          ending={ending === session.id}
          onEnd={() => endOne(session)}
        />
      ))}
    </ul>
  )
}
