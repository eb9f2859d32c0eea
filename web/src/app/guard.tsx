import { useAtomValue, useSetAtom } from 'jotai'
import { type ReactNode, useEffect } from 'react'
import { Redirect } from 'wouter'
import { accessAtom, checkAccessAtom, leaveAccessAtom } from '../features/sign-in/access.atoms'
import { Button } from '../ui/button'
import { LoadingMessage, PageMessage } from '../ui/page-message'
import { DeniedPage } from './denied-page'
import { loginPath } from './paths'

type Props = { children: ReactNode; prepare?: () => Promise<unknown> }

/** Lets admins through. What it lets through is for show: every service checks each call itself. */
export function Guard({ children, prepare }: Props) {
  const access = useAtomValue(accessAtom)
  const check = useSetAtom(checkAccessAtom)
  const leave = useSetAtom(leaveAccessAtom)

  useEffect(() => {
    check(prepare)
    return leave
  }, [check, leave, prepare])

  switch (access.kind) {
    case 'checking':
      return <LoadingMessage title="Loading">Checking permissions...</LoadingMessage>
    case 'anonymous':
      return <Redirect to={loginPath(location.pathname + location.search)} replace />
    case 'failed':
      return (
        <PageMessage title="Permissions could not be checked">
          <p role="alert">{access.message}</p>
          <Button onClick={() => check(prepare)}>Retry</Button>
        </PageMessage>
      )
    case 'denied':
      return <DeniedPage email={access.user.email} />
    case 'admin':
      return children
  }
}
