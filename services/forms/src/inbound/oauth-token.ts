import { createHash } from 'node:crypto'
import { open, seal } from '@app/config/seal'
import { seconds } from '@app/contracts/durations'
import * as v from 'valibot'

/** Why no mail comes in, in words for staff: they read the message in the settings. */
export class MailSourceFailure extends Error {}

const endpoints: Readonly<Record<string, { url: string; scope?: string }>> = {
  google: { url: 'https://oauth2.googleapis.com/token' },
  microsoft: {
    url: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
    scope: 'https://outlook.office.com/IMAP.AccessAsUser.All offline_access',
  },
}
const timeoutMs = seconds(10)
const context = 'inbound-imap-refresh-token'

const given = v.object({
  access_token: v.pipe(v.string(), v.nonEmpty()),
  refresh_token: v.optional(v.string()),
})
const refusal = v.object({ error: v.string() })

/** Refusals of a provider, in words for staff: RFC 6749, 5.2. */
const refusals: Readonly<Record<string, string>> = {
  invalid_grant:
    'The provider refuses the refresh token: it has ended or was revoked. Set a new INBOUND_IMAP_PASSWORD.',
  invalid_client: 'The provider refuses the client: check INBOUND_IMAP_OAUTH_CLIENT and its secret.',
  unauthorized_client: 'The client may not read mailboxes: allow it at the provider.',
  invalid_scope: 'The client may not read mailboxes: allow it at the provider.',
}

/** A provider's replacement of the refresh token, sealed; `of` names the configured one that it replaces. */
export type StoredToken = { of: string; sealed: string }
type Deps = {
  /** `google`, `microsoft`, or the address of a token endpoint. */
  provider: string
  clientId: string
  /** The refresh token, and after a space the client's secret where the client has one. */
  secret: string
  sealKey: Buffer
  store: { read(): Promise<StoredToken | undefined>; write(token: StoredToken): Promise<void> }
  fetch?: (url: string, init: RequestInit) => Promise<Response>
}

/**
 * Access tokens for a mailbox (XOAUTH2), one for each connection. Microsoft replaces refresh tokens as they are used, so the newest is
 * stored, sealed; another configured one counts more.
 */
export function oauthToken({ provider, clientId, secret, sealKey, store, fetch: send = fetch }: Deps) {
  const { url, scope } = endpoints[provider] ?? { url: provider }
  const [configured = '', clientSecret] = secret.trim().split(/\s+/)
  const of = createHash('sha256').update(configured).digest('base64url')

  async function refreshToken(): Promise<string> {
    const stored = await store.read()
    if (stored?.of !== of) return configured
    try {
      return open(sealKey, context, stored.sealed)
    } catch {
      // Sealed with a former key.
      return configured
    }
  }

  /** @throws MailSourceFailure when the provider gives none */
  return async (): Promise<string> => {
    if (!configured) throw new MailSourceFailure('INBOUND_IMAP_PASSWORD is not set: it holds the refresh token.')
    if (!clientId) throw new MailSourceFailure('INBOUND_IMAP_OAUTH_CLIENT is not set: it is the id of the client.')
    const used = await refreshToken()
    const body = new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: clientId,
      refresh_token: used,
      ...(clientSecret && { client_secret: clientSecret }),
      ...(scope && { scope }),
    })
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await send(url, { method: 'POST', body, redirect: 'error', signal }).catch((cause: unknown) => {
      throw new MailSourceFailure('The provider of the access token cannot be reached.', { cause })
    })
    const answer: unknown = await response.json().catch(() => undefined)
    const token = v.safeParse(given, answer)
    if (!response.ok || !token.success) throw new MailSourceFailure(reasonFor(response.status, answer))
    const { access_token, refresh_token } = token.output
    if (refresh_token && refresh_token !== used)
      await store.write({ of, sealed: seal(sealKey, context, refresh_token) })
    return access_token
  }
}

function reasonFor(status: number, answer: unknown): string {
  const read = v.safeParse(refusal, answer)
  const known = read.success && Object.hasOwn(refusals, read.output.error) ? refusals[read.output.error] : undefined
  return known ?? `The provider gives no access token (HTTP ${status}).`
}
