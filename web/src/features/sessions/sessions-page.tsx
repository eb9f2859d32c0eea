import { endSession, endSessions, listSessions, type SessionSummary } from '@app/contracts/account'
import { AppError } from '@app/contracts/errors'
import { useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, Monitor } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { callApi } from '#lib/call-api'
import { failureText } from '#lib/failure-text'
import { paths } from '#lib/paths'
import { keepAnswer, queryOf, useSingleMutation } from '#lib/queries'
import { momentText } from '#lib/school-time'
import { BrandMark } from '#ui/brand-mark'
import { Button, SmallButton } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { ListCard, ListCardText, ListStatus } from '#ui/list-card'
import { usePageTitle } from '#ui/page-title'

const sessionsQuery = queryOf(listSessions)

/** One of these calls at a time. */
const endKey = ['end-session']

/** Ends one session; one that has already ended counts as success. */
async function end({ id }: SessionSummary) {
  try {
    await callApi(endSession, { params: { id } })
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error
  }
}

function useEndSession(onSignedOut: () => void) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationKey: endKey,
    mutationFn: end,
    onSuccess: async (_done, { id, current }) => {
      await keepAnswer<SessionSummary[]>(client, sessionsQuery.queryKey, (list) =>
        list?.filter((each) => each.id !== id),
      )
      if (current) onSignedOut()
    },
  })
}

const useEndAllSessions = (onSignedOut: () => void) =>
  useSingleMutation({ mutationKey: endKey, mutationFn: () => callApi(endSessions), onSuccess: onSignedOut })

const useIsEnding = () => useIsMutating({ mutationKey: endKey }) > 0

type EndSessionsProps = { isRunning: boolean; onEndAll: () => void }

function EndAll({ isRunning, onEndAll }: EndSessionsProps) {
  const isEnding = useIsEnding()
  const [asking, setAsking] = useState(false)

  function confirm() {
    setAsking(false)
    onEndAll()
  }

  return (
    <>
      <Button variant="outline" className="justify-self-start" disabled={isEnding} onClick={() => setAsking(true)}>
        {isRunning ? 'Logging out...' : 'Log out everywhere'}
      </Button>
      {asking && (
        <Dialog
          title="Log out everywhere?"
          role="alertdialog"
          size="small"
          onClose={() => setAsking(false)}
          footer={
            <>
              <Button variant="outline" onClick={() => setAsking(false)}>
                Cancel
              </Button>
              <Button onClick={confirm}>Log out everywhere</Button>
            </>
          }
        >
          <p>
            You will have to sign in again in every browser, including this one. Unsaved changes there are lost, and
            your calendar addresses stop working.
          </p>
        </Dialog>
      )}
    </>
  )
}

type SessionItemProps = { session: SessionSummary; busy: boolean; ending: boolean; onEnd: () => void }

const Instant = ({ at }: { at: string }) => <time dateTime={at}>{momentText(at)}</time>

/** One browser that is signed in. The one that shows this page is left by logging out. */
function SessionItem({ session, busy, ending, onEnd }: SessionItemProps) {
  const { device, createdAt, lastSeenAt, kept, current } = session
  const nameId = `session-${session.id}`
  const buttonId = `${nameId}-end`
  return (
    <ListCard icon={Monitor}>
      <ListCardText
        id={nameId}
        title={
          <>
            {device}
            {current && (
              <span className="ml-2 inline-block rounded-full bg-good-soft px-2.5 text-good text-sm">This browser</span>
            )}
          </>
        }
      >
        Signed in <Instant at={createdAt} />, last seen <Instant at={lastSeenAt} />
        {kept && ', kept signed in for the day'}
      </ListCardText>
      <SmallButton id={buttonId} aria-labelledby={`${buttonId} ${nameId}`} disabled={busy} onClick={onEnd}>
        {ending ? 'Ending...' : current ? 'Log out' : 'End'}
      </SmallButton>
    </ListCard>
  )
}

type Props = {
  email: string | undefined
  onSignedOut: () => void
  /** Below the header of the dashboard, which names the brand and leads back. */
  isInDashboard?: boolean
  /** More about signing in, such as passkeys. */
  children?: ReactNode
}

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
    <div className="in-turn grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-6">
      {!isInDashboard && (
        <Link href={paths.home} className="inline-flex min-h-11 items-center gap-2 justify-self-start text-link">
          <ArrowLeft className="size-5" />
          Back to the website
        </Link>
      )}
      <div className="flex items-center gap-4">
        {!isInDashboard && <BrandMark className="size-11 shrink-0" />}
        <div className="min-w-0">
          <Heading className={isInDashboard ? 'text-2xl' : 'text-3xl'}>Account and passkeys</Heading>
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

type SessionListProps = { list: readonly SessionSummary[]; end: ReturnType<typeof useEndSession> }

function SessionList({ list, end }: SessionListProps) {
  const isEnding = useIsEnding()
  const element = useRef<HTMLUListElement>(null)
  const { status, variables } = end
  const id = variables?.id
  // The focused button was removed, or disabled during the call.
  useEffect(() => {
    if (status === 'success') element.current?.focus()
    if (status === 'error') document.getElementById(`session-${id}-end`)?.focus()
  }, [status, id])

  if (list.length === 0) return <p className="py-6 text-muted">No sessions found.</p>
  return (
    <ul ref={element} tabIndex={-1} aria-label="Sessions" className="grid gap-3">
      {list.map((session) => (
        <SessionItem
          key={session.id}
          session={session}
          busy={isEnding}
          ending={end.isPending && session.id === id}
          onEnd={() => end.mutate(session)}
        />
      ))}
    </ul>
  )
}
