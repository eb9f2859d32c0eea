import type { CurrentUser } from '@app/contracts/users'
import { useAtomValue, useSetAtom } from 'jotai'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { closeRenewalAtom, renewalAtom, renewSessionAtom } from '#features/sign-in/renewal.atoms'
import { type SignInReason, watchSession } from '#lib/session-watch'
import { ChunkPage } from '#ui/chunk'
import { ChunkBoundary } from '#ui/chunk-boundary'
import { pages } from './pages'

const aheadMs = 2_000

type Props = { user: CurrentUser; onForbidden: () => void; children: ReactNode }

/** Asks to sign in again when the session of an open page ends, and checks the rights again after a refusal. */
export function SessionKeeper({ user, onForbidden, children }: Props) {
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
