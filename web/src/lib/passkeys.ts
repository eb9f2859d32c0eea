import { AppError } from '@app/contracts/errors'

/** The browser part of WebAuthn, loaded when it is needed. */
export const loadWebAuthn = () => import('@simplewebauthn/browser')

/** Whether this browser supports passkeys. */
export const supportsPasskeys = () => typeof PublicKeyCredential === 'function'

/** The user closed the browser's dialog, or it timed out. Not an error to show. */
export const isCanceled = (error: unknown) =>
  error instanceof Error && !(error instanceof AppError) && ['NotAllowedError', 'AbortError'].includes(error.name)
