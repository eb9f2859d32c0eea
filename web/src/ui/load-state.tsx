import { AppError } from '@app/contracts/errors'
import type { ReactNode } from 'react'
import { failureText } from '#lib/failure-text'
import { Button } from './button'
import { Notice } from './notice'
import { Spinner } from './spinner'

/** The placeholder of data that is still loading. */
export const Loading = ({ children }: { children: ReactNode }) => (
  <p role="status" data-loading className="flex items-center gap-2 py-10 text-muted">
    <Spinner />
    {children}
  </p>
)

type ErrorProps = {
  error: unknown
  /** The text when the error has no message of its own. */
  fallback: string
  /** Replaces the message of the error. */
  text?: string | undefined
  onRetry: () => void
  isOutdated?: boolean
}

/**
 * Says why data could not be loaded, and loads it again, unless a right is missing: then another attempt cannot help. With
 * `isOutdated` it stands next to what was loaded before.
 */
export const LoadError = ({ error, fallback, text, onRetry, isOutdated = false }: ErrorProps) => (
  <Notice tone="bad">
    <p>
      {text ?? failureText(error, fallback)}
      {isOutdated && ' What is shown may be out of date.'}
    </p>
    {!(error instanceof AppError && error.code === 'forbidden') && (
      <Button size="small" variant="outline" className="justify-self-start" onClick={onRetry}>
        Try again
      </Button>
    )}
  </Notice>
)
