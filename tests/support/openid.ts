import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown
type Keys = Awaited<ReturnType<typeof generateKeyPair>>
export type Forge = (good: {
  claims: JWTPayload
  keys: Keys
  foreign: Keys
  issuer: string
}) => Promise<string> | string

const json = (response: ServerResponse, body: unknown, status = 200) => {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}
const header = { alg: 'RS256', kid: 'k1' }

/**
 * A scripted OpenID provider: correct in everything until a test changes it. `grants` are the calls of
 * its token endpoint.
 */
export async function openIdStandIn(clientId: string) {
  const keys = await generateKeyPair('RS256', { extractable: true })
  const foreign = await generateKeyPair('RS256', { extractable: true })
  const grants: URLSearchParams[] = []
  const person = { sub: 'sub-1', email: 'ada@example.com', email_verified: true as unknown }
  const state: { nonce: string; forge: Forge | undefined; handlers: Record<string, Handler | undefined> } = {
    nonce: '',
    forge: undefined,
    handlers: {},
  }
  let issuer = ''

  const sign = (claims: JWTPayload, key: Parameters<SignJWT['sign']>[0] = keys.privateKey, head = header) =>
    new SignJWT(claims).setProtectedHeader(head).sign(key)

  const usual: Record<string, Handler> = {
    '/.well-known/openid-configuration': (_, response) =>
      json(response, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256', 'ES256', 'HS256', 'none', 'PS256'],
      }),
    '/keys': async (_, response) =>
      json(response, { keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'k1', use: 'sig', alg: 'RS256' }] }),
    '/token': async (request, response) => {
      grants.push(new URLSearchParams(await text(request)))
      const now = Math.floor(Date.now() / 1_000)
      // Like Google for the mail domains that it hosts.
      const hd = person.email.slice(person.email.lastIndexOf('@') + 1)
      const claims = { iss: issuer, aud: clientId, iat: now, exp: now + 600, nonce: state.nonce, hd, ...person }
      const id_token = await (state.forge?.({ claims, keys, foreign, issuer }) ?? sign(claims))
      json(response, {
        access_token: 'an-access-token-of-the-provider',
        token_type: 'Bearer',
        expires_in: 600,
        id_token,
      })
    },
  }
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname
    const handler = state.handlers[path] ?? usual[path]
    if (handler) void handler(request, response)
    else json(response, {}, 404)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    issuer,
    grants,
    person,
    sign,
    /** What the provider receives in the authorization URL. */
    visit(redirectUrl: string) {
      const { searchParams } = new URL(redirectUrl)
      state.nonce = searchParams.get('nonce') ?? ''
      return Object.fromEntries(searchParams)
    },
    /** Replaces the id token or a whole endpoint until `behave` is called. */
    misbehave(change: { idToken?: Forge; at?: string; answer?: Handler }) {
      state.forge = change.idToken
      if (change.at) state.handlers[change.at] = change.answer
    },
    behave() {
      state.forge = undefined
      state.handlers = {}
      Object.assign(person, { sub: 'sub-1', email: 'ada@example.com', email_verified: true })
    },
    stop: () =>
      new Promise((stopped) => {
        server.closeAllConnections()
        server.close(stopped)
      }),
  }
}
