import { useAtomValue, useSetAtom } from 'jotai'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'wouter'
import { paths } from '#lib/paths'
import { BrandMark } from '#ui/brand-mark'
import { Button } from '#ui/button'
import { Notice } from '#ui/notice'
import { usePageTitle } from '#ui/page-title'
import { Spinner } from '#ui/spinner'
import { EndAll } from './end-all'
import { SessionList } from './session-list'
import { loadSessionsAtom, sessionsAtom } from './sessions.atoms'

type Props = {
  email: string | undefined
  onSignedOut: () => void
  /** What else belongs to signing in, such as passkeys. */
  children?: ReactNode
}

/** Lists the user's sessions and ends them. */
export function SessionsPage({ email, onSignedOut, children }: Props) {
  usePageTitle('Your sessions')
  const { list, failure, announcement } = useAtomValue(sessionsAtom)
  const load = useSetAtom(loadSessionsAtom)
  useEffect(() => {
    load()
  }, [load])

  return (
    <main className="page-width grid max-w-3xl gap-6 py-8">
      <Link href={paths.admin} className="text-link inline-flex min-h-11 items-center gap-2 justify-self-start">
        <ArrowLeft className="size-5" />
        Back to the dashboard
      </Link>
      <div className="flex items-center gap-4">
        <BrandMark className="size-11 shrink-0" />
        <div className="min-w-0">
          <h1 className="text-3xl">Your sessions</h1>
          <p className="text-muted [overflow-wrap:anywhere]">{email}</p>
        </div>
      </div>
      <p className="max-w-prose text-muted">
        Browsers where you are signed in. End any session you do not recognize. Sessions end after 30 minutes of
        inactivity, and after 12 hours at most.
      </p>
      {failure && (
        <Notice tone="bad">
          <p>{failure}</p>
          {!list && (
            <Button size="small" variant="outline" className="justify-self-start" onClick={() => load()}>
              Try again
            </Button>
          )}
        </Notice>
      )}
      <p role="status" className={list ? 'sr-only' : 'flex items-center gap-2 py-6 text-muted empty:hidden'}>
        {list || failure ? (
          announcement
        ) : (
          <>
            <Spinner />
            Loading your sessions...
          </>
        )}
      </p>
      {list && <SessionList list={list} onSignedOut={onSignedOut} />}
      {list && <EndAll onSignedOut={onSignedOut} />}
      {children}
    </main>
  )
}
