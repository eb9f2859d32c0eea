import { lookup } from 'node:dns/promises'
import { withTimeout } from '@app/concurrency/timeout'
import { hours, minutes, seconds } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'
import * as client from 'openid-client'
import { ClientError, type CustomFetch, ResponseBodyError } from 'openid-client'

/** Plain http is allowed for a provider on the developer's own machine only. */
export const isOwnMachine = ({ protocol, hostname }: URL) =>
  protocol === 'http:' && (/(^|\.)localhost$/.test(hostname) || hostname === '127.0.0.1' || hostname === '[::1]')

/**
 * Between containers `identity.localhost` names another container, but Bun's fetch resolves all of `*.localhost` to its own
 * machine. So the name is looked up first, and without an entry it means this machine.
 */
const fetchNamedLocalhost: CustomFetch = async (url, options) => {
  const address = new URL(url)
  const { host, hostname } = address
  const resolved = await lookup(hostname, { family: 4 }).catch(() => undefined)
  if (!resolved) return fetch(url, options as RequestInit)
  address.hostname = resolved.address
  return fetch(address, { ...options, headers: { ...options.headers, host } } as RequestInit)
}

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
function isRefusal(error: unknown): boolean {
  if (error instanceof ResponseBodyError) return error.status < 500 && refusedCodes.has(error.error)
  return error instanceof ClientError && error.code !== undefined && !unavailableCodes.has(error.code)
}

/** The claims of a checked id token. `hostedDomain` is the domain whose mail the provider hosts. */
export type ProviderClaims = {
  issuer: string
  subject: string
  email: unknown
  emailVerified: boolean
  hostedDomain?: unknown
}

/** Ties the provider's answer to one browser and one request. */
export type LoginSecrets = { state: string; nonce: string; verifier: string }

const callTimeout = seconds(4)
/** All calls of one step together; Nginx times out after 5.5 s. */
const stepTimeout = seconds(4.5)
const metadataLife = hours(24)
const skew = seconds(60)
const maxTokenAge = minutes(10)
const algorithms = ['RS256', 'ES256']

export type ProviderOptions = {
  issuer: string
  clientId: string
  clientSecret: string
  redirectUri: string
  now?: () => number
}

const unavailable = (reason: string) =>
  new AppError('unavailable', 'The sign-in provider is unavailable. Please try again shortly.', undefined, {
    cause: new Error(`OpenID provider: ${reason}`),
  })
const refused = (reason: string) =>
  new AppError('invalid_request', 'The sign-in could not be verified. Please try again.', undefined, {
    cause: new Error(`OpenID provider: ${reason}`),
  })

/** Rejects when `work` exceeds its timeout, and translates its errors. What a provider sent is never passed on. */
async function step<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await withTimeout(work, stepTimeout, () => unavailable('no answer in time'))
  } catch (error) {
    if (error instanceof AppError) throw error
    const { code = 'unreachable' } = (error ?? {}) as { code?: string }
    throw isRefusal(error) ? refused(code) : unavailable(code)
  }
}

/** One OpenID provider, discovered when first needed and again after an error. */
export function openIdProvider({ issuer, clientId, clientSecret, redirectUri, now = Date.now }: ProviderOptions) {
  let found: { at: number; config: Promise<client.Configuration> } | undefined

  const discover = async () => {
    const url = new URL(issuer)
    return client.discovery(
      url,
      clientId,
      { client_secret: clientSecret, [client.clockTolerance]: skew / seconds(1) },
      undefined,
      {
        timeout: callTimeout / seconds(1),
        ...(url.hostname.endsWith('.localhost') && { [client.customFetch]: fetchNamedLocalhost }),
        // The signature of the id token is verified although it comes from the provider directly.
        execute: [client.enableNonRepudiationChecks, ...(isOwnMachine(url) ? [client.allowInsecureRequests] : [])],
      },
    )
  }
  const configuration = (): Promise<client.Configuration> => {
    if (found && now() - found.at < metadataLife) return found.config
    const fresh = { at: now(), config: discover() }
    found = fresh
    fresh.config.catch(() => {
      if (found === fresh) found = undefined
    })
    return fresh.config
  }

  return {
    issuer,

    /** The address to send the browser to, and the secrets to store until it returns. */
    begin: () =>
      step(
        (async () => {
          const config = await configuration()
          const state = client.randomState()
          const nonce = client.randomNonce()
          const verifier = client.randomPKCECodeVerifier()
          const redirectUrl = client.buildAuthorizationUrl(config, {
            redirect_uri: redirectUri,
            scope: 'openid email',
            state,
            nonce,
            code_challenge: await client.calculatePKCECodeChallenge(verifier),
            code_challenge_method: 'S256',
            prompt: 'select_account',
          })
          return { redirectUrl: redirectUrl.href, secrets: { state, nonce, verifier } satisfies LoginSecrets }
        })(),
      ),

    /** Exchanges the code. The provider's tokens are read once and dropped. @throws AppError */
    exchange: (code: string, { state, nonce, verifier }: LoginSecrets): Promise<ProviderClaims> =>
      step(
        (async () => {
          const config = await configuration()
          const answer = new URL(redirectUri)
          answer.search = new URLSearchParams({ code, state, iss: config.serverMetadata().issuer }).toString()
          const tokens = await client.authorizationCodeGrant(config, answer, {
            expectedState: state,
            expectedNonce: nonce,
            pkceCodeVerifier: verifier,
            idTokenExpected: true,
          })
          const claims = tokens.claims()
          if (!claims || !tokens.id_token) throw refused('no id token')
          const [header = ''] = tokens.id_token.split('.')
          const { alg } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { alg: string }
          if (!algorithms.includes(alg)) throw refused('algorithm')
          const age = now() - claims.iat * seconds(1)
          if (age < -skew || age > maxTokenAge) throw refused('issued at another time')
          if (!claims.sub || claims.sub.length > 255) throw refused('subject')
          return {
            issuer: claims.iss,
            subject: claims.sub,
            email: claims.email,
            emailVerified: claims.email_verified === true,
            hostedDomain: claims.hd,
          }
        })(),
      ),
  }
}

export type OpenIdProvider = ReturnType<typeof openIdProvider>
