import { AppError } from '@app/contracts/errors'

/** The browser part of WebAuthn, loaded when it is needed. */
export const loadWebAuthn = () => import('@simplewebauthn/browser')

type Made = { response: object; clientExtensionResults: object }

/** The browser's credential, as the plain objects that a call takes. */
export const credentialFrom = <M extends Made>({ response, clientExtensionResults, ...credential }: M) => ({
  ...credential,
  response: { ...response } as M['response'] & Record<string, unknown>,
  clientExtensionResults: { ...clientExtensionResults } as Record<string, unknown>,
})

export const supportsPasskeys = () => typeof PublicKeyCredential === 'function'

/** The user closed the browser's dialog, or it timed out. Not an error to show. */
export const isCanceled = (error: unknown) =>
  error instanceof Error && !(error instanceof AppError) && ['NotAllowedError', 'AbortError'].includes(error.name)
