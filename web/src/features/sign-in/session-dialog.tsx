import type { CurrentUser } from '@app/contracts/users'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { paths } from '#lib/paths'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { closeRenewalAtom, finishRenewalAtom, renewalAtom } from './login.atoms'
import { LoginPanel } from './login-panel'
import { onTabMessage } from './session-channel'
import { useRenewUser } from './use-access'
import { refetchUser } from './user'

const reloadDashboard = () => location.replace(paths.admin)

/** Sign-in over a page whose session has ended. The page below keeps its state. */
export function SessionDialog({ leave = reloadDashboard }: { leave?: () => void }) {
  const { user, reason, need } = useAtomValue(renewalAtom) ?? {}
  const isConfirmation = reason === 'confirm' && need
  const close = useSetAtom(closeRenewalAtom)
  const finish = useSetAtom(finishRenewalAtom)
  const renewUser = useRenewUser()

  function enter(someone: CurrentUser) {
    renewUser(someone)
    finish(someone, leave)
  }
  // Signed in again from another tab: this page shares the session.
  const onSignedIn = useEffectEvent(() => refetchUser().then(enter, () => close()))
  useEffect(() => onTabMessage('signed_in', () => void onSignedIn()), [])

  if (reason === 'removed')
    return (
      <Dialog
        title="Your account was removed"
        size="small"
        onClose={close}
        footer={<Button onClick={() => location.replace(paths.login)}>Sign in with another account</Button>}
      >
        <p>
          <span className="[overflow-wrap:anywhere]">{user?.email}</span> has no account here any more. Ask an admin of
          the school, who can invite you again under Settings, People.
        </p>
      </Dialog>
    )
  return (
    <Dialog title={isConfirmation ? 'Confirm that it is you' : 'Please sign in again'} size="small" onClose={close}>
      <div className="grid gap-5 py-2">
        <p className="text-muted">
          {isConfirmation
            ? `${need} needs a sign-in within the last 15 minutes. Nothing you typed is lost: sign in as `
            : 'Your session has ended. Nothing you typed is lost: sign in as '}
          <span className="[overflow-wrap:anywhere]">{user?.email}</span> to continue.
        </p>
        <LoginPanel onSignedIn={enter} returnUrl={null} />
        <Button variant="quiet" size="small" className="justify-self-center" onClick={() => close()}>
          Not now
        </Button>
      </div>
    </Dialog>
  )
}
