import { seconds } from '@app/contracts/durations'
import type { CurrentUser } from '@app/contracts/users'
import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { closeRenewalAtom, renewalAtom, renewSessionAtom } from '#features/sign-in/renewal.atoms'
import { fetchUser } from '#features/sign-in/user'
import { isUnreachable, noteOutcome, useIsOffline } from '#lib/connection'
import { type SignInReason, watchSession } from '#lib/session-watch'
import { ChunkBoundary, ChunkPage } from '#ui/chunk'
import { pages } from './pages'

const aheadMs = 2_000
const retryMs = seconds(10)

type Props = { user: CurrentUser; onForbidden: () => void; children: ReactNode }

/**
 * While the server cannot be reached, asks it again: a page without a call of its own would say that it is offline for as long as it is
 * open. What could not be loaded is then loaded.
 */
function useReconnect() {
  const client = useQueryClient()
  const isOffline = useIsOffline()
  useEffect(() => {
    if (!isOffline) return
    let isAsking = false
    const ended = new AbortController()
    async function ask() {
      if (isAsking || document.hidden) return
      isAsking = true
      try {
        await fetchUser()
        noteOutcome()
        await client.refetchQueries({ type: 'active', predicate: ({ state }) => isUnreachable(state.error) })
      } catch (error) {
        // Another call may have reached the server meanwhile.
        if (!ended.signal.aborted) noteOutcome(error)
      } finally {
        isAsking = false
      }
    }
    const timer = setInterval(ask, retryMs)
    addEventListener('online', ask, ended)
    document.addEventListener('visibilitychange', ask, ended)
    return () => {
      clearInterval(timer)
      ended.abort()
    }
  }, [isOffline, client])
}

/** Asks to sign in again when the session of an open page ends, and checks the rights again after a refusal. */
export function SessionKeeper({ user, onForbidden, children }: Props) {
  useReconnect()
  const ended = useAtomValue(renewalAtom)
  const renew = useSetAtom(renewSessionAtom)
  const close = useSetAtom(closeRenewalAtom)
  const onSignedOut = useEffectEvent((reason: SignInReason, need: string) => renew(user, reason, need))

  useEffect(() => {
    // Loaded ahead: a release may have removed the chunk by the time it is needed. After the page's own data.
    const ahead = setTimeout(() => pages.sessionDialog.prepare().catch(() => {}), aheadMs)
    const signedOut = (reason: SignInReason, need: string) =>
      pages.sessionDialog.prepare().then(
        () => onSignedOut(reason, need),
        () => false,
      )
    const stop = watchSession({ signedOut, forbidden: onForbidden })
    return () => {
      clearTimeout(ahead)
      stop()
      close()
    }
  }, [onForbidden, close])

  return (
    <>
      {children}
      {ended && (
        <ChunkBoundary>
          <ChunkPage of={pages.sessionDialog} />
        </ChunkBoundary>
      )}
    </>
  )
}
