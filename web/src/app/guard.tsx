import { useAtomValue, useSetAtom } from 'jotai'
import { type ReactNode, useEffect } from 'react'
import { Redirect } from 'wouter'
import { accessAtom, checkAccessAtom, leaveAccessAtom, type Need } from '#features/sign-in/access.atoms'
import { onTabMessage } from '#features/sign-in/session-channel'
import { loginPath } from '#lib/paths'
import { RightsContext } from '#lib/rights'
import { Button } from '#ui/button'
import { LoadingMessage, PageMessage } from '#ui/page-message'
import { DeniedPage } from './denied-page'
import { SessionKeeper } from './session-keeper'

type Props = { children: ReactNode; need?: Need; prepare?: () => Promise<unknown> }

/** Renders its children for admins, or for every signed-in user. This is presentation only: each service checks every call. */
export function Guard({ children, need = 'admin', prepare }: Props) {
  const access = useAtomValue(accessAtom)
  const check = useSetAtom(checkAccessAtom)
  const leave = useSetAtom(leaveAccessAtom)

  useEffect(() => {
    check(need, prepare)
    // A logout in one tab signs out all tabs.
    const stop = onTabMessage('signed_out', () => check(need, prepare))
    return () => {
      stop()
      leave()
    }
  }, [check, leave, need, prepare])

  switch (access.kind) {
    case 'checking':
      return <LoadingMessage title="Loading">Checking permissions...</LoadingMessage>
    case 'anonymous':
      return <Redirect to={loginPath(location.pathname + location.search)} replace />
    case 'failed':
      return (
        <PageMessage title="Permissions could not be checked">
          <p role="alert">{access.message}</p>
          <Button onClick={() => check(need, prepare)}>Retry</Button>
        </PageMessage>
      )
    case 'denied':
      return <DeniedPage email={access.user.email} onChange={() => check(need, prepare)} />
    case 'allowed':
      return (
        <RightsContext value={access.user}>
          <SessionKeeper>{children}</SessionKeeper>
        </RightsContext>
      )
  }
}
