import { seconds } from '@app/contracts/durations'
import type { CurrentUser } from '@app/contracts/users'
import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Link, Redirect } from 'wouter'
import { AccessRequest } from '#features/sign-in/access-request'
import { closeRenewalAtom, renewalAtom, renewSessionAtom } from '#features/sign-in/login.atoms'
import { onTabMessage } from '#features/sign-in/session-channel'
import { useSignOut } from '#features/sign-in/sign-out'
import { type Need, useAccess } from '#features/sign-in/use-access'
import { fetchUser, UserContext } from '#features/sign-in/user'
import { isUnreachable, noteOutcome, useIsOffline } from '#lib/connection'
import { loginPath, paths } from '#lib/paths'
import { createQueryClient } from '#lib/query-client'
import { RightsContext } from '#lib/rights'
import { type SignInReason, watchSession } from '#lib/session-watch'
import { Button, ButtonLink } from '#ui/button'
import { WholePage } from '#ui/chunk'
import { LoadingMessage, PageMessage } from '#ui/page-message'
import { usePageTitle } from '#ui/page-title'
import { pages } from './pages'

const aheadMs = 2_000
const retryMs = seconds(10)

type SessionKeeperProps = { user: CurrentUser; onForbidden: () => void; children: ReactNode }

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
function SessionKeeper({ user, onForbidden, children }: SessionKeeperProps) {
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
      {ended && <WholePage of={pages.sessionDialog} />}
    </>
  )
}

/** A page with a cache of its own for server data, which ends with it. */
export function QueryCache({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient)
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

type Props = { children: ReactNode; need?: Need; prepare?: () => Promise<unknown> }

/** A page for admins, or for every signed-in user, with a cache of its own for server data. */
export const Guard = (props: Props) => (
  <QueryCache>
    <Checked {...props} />
  </QueryCache>
)

/** Renders its children for those who may see them. This is presentation only: each service checks every call. */
function Checked({ children, need = 'admin', prepare }: Props) {
  const { access, check, refresh } = useAccess(need)
  const isPrepared = usePrepared(prepare)
  // A logout in one tab signs out all tabs.
  useEffect(() => onTabMessage('signed_out', check), [check])

  if (access.kind === 'checking' || (access.kind === 'allowed' && !isPrepared))
    return <LoadingMessage title="Loading">Checking permissions...</LoadingMessage>
  switch (access.kind) {
    case 'anonymous':
      return <Redirect to={loginPath(location.pathname + location.search)} replace />
    case 'removed':
      return <RemovedPage />
    case 'failed':
      return (
        <PageMessage title="Permissions could not be checked">
          <p role="alert">{access.message}</p>
          <Button onClick={check}>Retry</Button>
        </PageMessage>
      )
    case 'denied':
      return <DeniedPage email={access.user.email} onChange={check} />
    case 'allowed':
      return (
        <UserContext value={access.user}>
          <RightsContext value={access.user}>
            <SessionKeeper user={access.user} onForbidden={refresh}>
              {children}
            </SessionKeeper>
          </RightsContext>
        </UserContext>
      )
  }
}

/** Shown after the account was removed, for as long as the session would have lasted: the login page would look like a fault. */
function RemovedPage() {
  usePageTitle('Your account was removed')
  return (
    <PageMessage title="Your account was removed">
      <p>
        You have no account here any more. Ask an admin of the school, who can invite you again under Settings, People.
      </p>
      <ButtonLink href={paths.login}>Sign in with another account</ButtonLink>
    </PageMessage>
  )
}

/** Loads what the page needs at the same time as the check. A failure is reported when the chunk is rendered. */
function usePrepared(prepare: Props['prepare']): boolean {
  const [isPrepared, setPrepared] = useState(!prepare)
  useEffect(() => {
    let isCurrent = true
    const done = () => isCurrent && setPrepared(true)
    prepare?.().then(done, done)
    return () => {
      isCurrent = false
    }
  }, [prepare])
  return isPrepared
}

/** Shown to signed-in users without access to the dashboard. `onChange`: the access may have changed. */
function DeniedPage({ email, onChange }: { email: string; onChange: () => void }) {
  usePageTitle('Access Denied')
  const signOut = useSignOut()
  return (
    <PageMessage title="Access Denied">
      <p>You are not authorized to access the administration panel. This area is restricted to administrators only.</p>
      <AccessRequest onChange={onChange} />
      <ButtonLink href={paths.home}>Return to Website</ButtonLink>
      <p className="[overflow-wrap:anywhere]">Logged in as: {email}</p>
      <div className="flex flex-wrap justify-center gap-x-4">
        <Link href={paths.sessions} asChild>
          <ButtonLink variant="quiet">Account and passkeys</ButtonLink>
        </Link>
        <Button variant="quiet" onClick={signOut}>
          Logout
        </Button>
      </div>
    </PageMessage>
  )
}
