import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { SmallButton } from './button'
import { Spinner } from './icon'
import { Notice } from './notice'

type Props = { icon: LucideIcon; children: ReactNode }

/** One entry of a list in the account: an icon, its text, and its buttons. */
export const ListCard = ({ icon: Icon, children }: Props) => (
  <li className="flex flex-wrap items-center gap-x-5 gap-y-3 rounded-xl border border-line bg-card p-4">
    <Icon className="size-7 shrink-0 text-forest" />
    {children}
  </li>
)

type TextProps = { id?: string; title: ReactNode; children: ReactNode }

/** The name of an entry, and a line about it. */
export const ListCardText = ({ id, title, children }: TextProps) => (
  <div className="min-w-0 flex-1 basis-56">
    <p id={id} className="font-semibold [overflow-wrap:anywhere]">
      {title}
    </p>
    <p className="text-muted text-sm">{children}</p>
  </div>
)

type StatusProps = {
  /** The failure of loading or changing. */
  failure: string | false | null | undefined
  isLoaded: boolean
  loading: string
  /** The last change, for screen readers. */
  done: string | false | undefined
  onRetry: () => void
}

/** Above a list in the account: why something failed, that it is loading, and what was done. */
export const ListStatus = ({ failure, isLoaded, loading, done, onRetry }: StatusProps) => (
  <>
    {failure && (
      <Notice tone="bad">
        <p>{failure}</p>
        {!isLoaded && <SmallButton onClick={onRetry}>Try again</SmallButton>}
      </Notice>
    )}
    <p
      role="status"
      data-loading={!isLoaded && !failure ? '' : undefined}
      className={isLoaded ? 'sr-only' : 'flex items-center gap-2 text-muted empty:hidden'}
    >
      {isLoaded || failure ? (
        done
      ) : (
        <>
          <Spinner />
          {loading}
        </>
      )}
    </p>
  </>
)
