import { useAtomValue, useSetAtom } from 'jotai'
import { type ReactNode, useEffect } from 'react'
import { refreshAccessAtom } from '#features/sign-in/access.atoms'
import { closeRenewalAtom, renewalAtom, renewSessionAtom } from '#features/sign-in/renewal.atoms'
import { type SignInReason, watchSession } from '#lib/session-watch'
import { ChunkPage } from '#ui/chunk'
import { ChunkBoundary } from '#ui/chunk-boundary'
import { pages } from './pages'

const aheadMs = 2_000

/** What a guarded page does when its session ends or its right is withdrawn while it is open. */
export function SessionKeeper({ children }: { children: ReactNode }) {
  const ended = useAtomValue(renewalAtom)
  const renew = useSetAtom(renewSessionAtom)
  const close = useSetAtom(closeRenewalAtom)
  const refresh = useSetAtom(refreshAccessAtom)

  useEffect(() => {
    // Loaded ahead: a release may have removed the chunk by the time it is needed. After the page's own data.
    const ahead = setTimeout(() => pages.sessionDialog.prepare().catch(() => {}), aheadMs)
    const signedOut = (reason: SignInReason) =>
      pages.sessionDialog.prepare().then(
        () => renew(reason),
        () => false,
      )
    const stop = watchSession({ signedOut, forbidden: refresh })
    return () => {
      clearTimeout(ahead)
      stop()
      close()
    }
  }, [renew, refresh, close])

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
