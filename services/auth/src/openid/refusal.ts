import { ClientError, ResponseBodyError } from 'openid-client'

/** Faults of the provider or of the way to it; asking again later may help. */
const awayCodes = new Set([
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

/** True for a code or token that was looked at and is not good; false for a provider that is away or broken. */
export function isRefusal(error: unknown): boolean {
  if (error instanceof ResponseBodyError) return error.status < 500 && refusedCodes.has(error.error)
  return error instanceof ClientError && error.code !== undefined && !awayCodes.has(error.code)
}
