import type { ReactNode } from 'react'
import { Button } from './button'
import { Notice } from './notice'
import { Spinner } from './spinner'

/** The placeholder of data that is still loading. */
export const Loading = ({ children }: { children: ReactNode }) => (
  <p role="status" className="flex items-center gap-2 py-10 text-muted">
    <Spinner />
    {children}
  </p>
)

type ErrorProps = { text: string; onRetry: () => void; isOutdated?: boolean }

/** Says why data could not be loaded, and loads it again. With `isOutdated` it stands beside what was loaded before. */
export const LoadError = ({ text, onRetry, isOutdated = false }: ErrorProps) => (
  <Notice tone="bad">
    <p>
      {text}
      {isOutdated && ' What is shown may be out of date.'}
    </p>
    <Button size="small" variant="outline" className="justify-self-start" onClick={onRetry}>
      Try again
    </Button>
  </Notice>
)
