import type { ReactNode } from 'react'
import { failureText } from '#lib/failure-text'
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
