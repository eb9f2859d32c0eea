import { ClientError, ResponseBodyError } from 'openid-client'

/** Errors of the provider or of the connection to it; a retry may help. */
const unavailableCodes = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
  'OAUTH_INVALID_SERVER_METADATA',
  'OAUTH_MISSING_SERVER_METADATA',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
])
const refusedCodes = new Set(['invalid_grant', 'invalid_request', 'access_denied'])

/** True when the provider rejected a code or token; false when it is unavailable or broken. */
export function isRefusal(error: unknown): boolean {
  if (error instanceof ResponseBodyError) return error.status < 500 && refusedCodes.has(error.error)
  return error instanceof ClientError && error.code !== undefined && !unavailableCodes.has(error.code)
}
