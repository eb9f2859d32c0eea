import { AppError } from '@app/contracts/errors'
import type { ComponentProps, ReactNode } from 'react'
import { failureText } from '#lib/failure-text'
import { toAskAdmin } from '#lib/rights'
import { SmallButton } from './button'
import { Spinner } from './icon'
import { Notice } from './notice'

type Props = {
  error: unknown
  /** The text when the error has no message of its own. */
  fallback: string
  /** What to do about it. */
  children?: ReactNode
}

/** Says why something failed; nothing without an error. */
export const Failure = ({ error, fallback, children }: Props) =>
  error ? (
    <Notice tone="bad">
      <p>{failureText(error, fallback)}</p>
      {children}
    </Notice>
  ) : null

/** The same in one line below what failed. */
export const ErrorText = ({ className = '', ...rest }: ComponentProps<'p'>) => (
  <p role="alert" className={`text-bad text-sm empty:hidden ${className}`.trim()} {...rest} />
)

export const Loading = ({ className = 'py-10', children }: { className?: string; children: ReactNode }) => (
  <p role="status" data-loading className={`flex items-center gap-2 text-muted ${className}`}>
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

const codeOf = (error: unknown) => (error instanceof AppError ? error.code : undefined)

function textOf(error: unknown, fallback: string): string {
  if (codeOf(error) === 'offline' && !navigator.onLine)
    return 'You are offline. This is loaded once you are connected again.'
  // Services do not tell whether it exists.
  if (error instanceof AppError && error.code === 'not_found' && error.message === 'Not found.')
    return `This does not exist, or you do not have the right to see it. ${toAskAdmin}`
  return failureText(error, fallback)
}

/**
 * Says why data could not be loaded, and loads it again, unless another attempt cannot help: a right is missing, or there is
 * nothing. With `isOutdated` it stands next to what was loaded before.
 */
export const LoadError = ({ error, fallback, text, onRetry, isOutdated = false }: ErrorProps) => (
  <Notice tone="bad">
    <p>
      {text ?? textOf(error, fallback)}
      {isOutdated && ' What is shown may be out of date.'}
    </p>
    {!['forbidden', 'not_found'].includes(codeOf(error) ?? '') && (
      <SmallButton onClick={onRetry}>Try again</SmallButton>
    )}
  </Notice>
)

type StateProps = {
  query: { data: unknown; error: unknown; refetch: () => unknown }
  /** What is loaded, as in "the history". */
  what: string
  /** Replaces the message of the error. */
  text?: string | undefined
}

/** Says that data is loading, or why it could not be loaded; nothing once it is there. */
export const LoadState = ({ query: { data, error, refetch }, what, text }: StateProps) => (
  <>
    {Boolean(error) && (
      <LoadError
        error={error}
        fallback={`Failed to load ${what}`}
        text={text}
        isOutdated={!!data}
        onRetry={() => refetch()}
      />
    )}
    {!data && !error && <Loading>Loading {what}...</Loading>}
  </>
)
