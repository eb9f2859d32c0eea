import type { CurrentUser } from '@app/contracts/users'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { paths } from '#lib/paths'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { LoginPanel } from './login-panel'
import { closeRenewalAtom, finishRenewalAtom, renewalAtom } from './renewal.atoms'
import { hearTabs } from './session-channel'
import { refetchUser } from './user.atoms'

const startAnew = () => location.replace(paths.admin)

/** The sign-in over a page whose session has ended. The page beneath stays as it is. */
export function SessionDialog({ leave = startAnew }: { leave?: () => void }) {
  const user = useAtomValue(renewalAtom)
  const close = useSetAtom(closeRenewalAtom)
  const finish = useSetAtom(finishRenewalAtom)

  // Signed in again from another tab: the session is there for this page, too.
  useEffect(
    () => hearTabs('signed_in', () => refetchUser().then((someone) => finish(someone, leave), close)),
    [finish, close, leave],
  )

  const enter = (someone: CurrentUser) => finish(someone, leave)
  return (
    <Dialog title="Please sign in again" size="small" onClose={close}>
      <div className="grid gap-5 py-2">
        <p className="text-muted">
          Your session has ended. Nothing that you typed is lost: sign in as{' '}
          <span className="[overflow-wrap:anywhere]">{user?.email}</span> to go on.
        </p>
        <LoginPanel onSignedIn={enter} returnUrl={null} />
        <Button variant="quiet" size="small" className="justify-self-center" onClick={() => close()}>
          Not now
        </Button>
      </div>
    </Dialog>
  )
}
