import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { failureText } from '#lib/failure-text'
import { paths } from '#lib/paths'
import { BrandMark } from '#ui/brand-mark'
import { ListStatus } from '#ui/list-card'
import { usePageTitle } from '#ui/page-title'
import { EndAll } from './end-all'
import { SessionList } from './session-list'
import { sessionsQuery } from './sessions.queries'
import { useEndAllSessions, useEndSession } from './use-end-session'

type Props = {
  email: string | undefined
  onSignedOut: () => void
  /** Below the header of the dashboard, which names the brand and leads back. */
  isInDashboard?: boolean
  /** What else belongs to signing in, such as passkeys. */
  children?: ReactNode
}

/** Lists the user's sessions and ends them. */
export function SessionsPage({ email, onSignedOut, isInDashboard = false, children }: Props) {
  usePageTitle('Account and passkeys')
  const { data: list, error, refetch } = useQuery(sessionsQuery)
  const end = useEndSession(onSignedOut)
  const endAll = useEndAllSessions(onSignedOut)
  const Heading = isInDashboard ? 'h2' : 'h1'
  const failure =
    (error && failureText(error, 'Failed to load your sessions')) ||
    (end.error && failureText(end.error, 'Failed to end the session')) ||
    (endAll.error && failureText(endAll.error, 'Failed to log out everywhere'))

  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-6">
      {!isInDashboard && (
        <Link href={paths.home} className="inline-flex min-h-11 items-center gap-2 justify-self-start text-link">
          <ArrowLeft className="size-5" />
          Back to the website
        </Link>
      )}
      <div className="flex items-center gap-4">
        {!isInDashboard && <BrandMark className="size-11 shrink-0" />}
        <div className="min-w-0">
          <Heading className="text-3xl">Account and passkeys</Heading>
          <p className="text-muted [overflow-wrap:anywhere]">{email}</p>
        </div>
      </div>
      <p className="max-w-prose text-muted">
        Browsers where you are signed in. End any session you do not recognize. Sessions end after 30 minutes of
        inactivity, and after 12 hours at most.
      </p>
      <ListStatus
        failure={failure}
        isLoaded={!!list}
        loading="Loading your sessions..."
        done={end.isSuccess && `Ended: ${end.variables.device}`}
        onRetry={() => refetch()}
      />
      {list && <SessionList list={list} end={end} />}
      {list && <EndAll isRunning={endAll.isPending} onEndAll={() => endAll.mutate()} />}
      {children}
    </div>
  )
}
