import { generateKeyPairSync, randomBytes } from 'node:crypto'
import Provider, { interactionPolicy, type JWK } from 'oidc-provider'
import type { Accounts } from './accounts'
import type { Config } from './config'

const minutes = (count: number) => count * 60

/** A new key at each start invalidates everything signed before. */
function signingKey(): JWK {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    ...privateKey.export({ format: 'jwk' }),
    use: 'sig',
    alg: 'RS256',
    kid: randomBytes(8).toString('hex'),
  } as JWK
}

/** Shows the sign-in page each time, like Google with `prompt=select_account`. */
function policy() {
  const prompts = interactionPolicy.base()
  prompts.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  return prompts
}

/** An OpenID provider with one client, all in memory. Its sign-in page is in `sign-in.ts`. */
export function createProvider(config: Config, accounts: Accounts, renderError: (title: string) => string): Provider {
  return new Provider(config.GOOGLE_ISSUER, {
    clients: [
      {
        client_id: config.GOOGLE_CLIENT_ID,
        client_secret: config.GOOGLE_CLIENT_SECRET,
        redirect_uris: [`${config.PUBLIC_ORIGIN}/auth/callback`],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [signingKey()] },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    // The id token holds the email address, as with Google.
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email', 'email_verified', 'hd'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: { policy: policy(), url: (_, { uid }) => `/sign-in/${uid}` },
    ttl: {
      AuthorizationCode: minutes(1),
      AccessToken: minutes(10),
      IdToken: minutes(10),
      Interaction: minutes(10),
      Session: minutes(10),
      Grant: minutes(10),
    },
    findAccount: (_, id) => {
      const account = accounts.find(id)
      if (!account) return undefined
      const { email, verified, hosted } = account
      const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
      const claims = { sub: id, email, email_verified: verified, ...(hosted && { hd: domain }) }
      return { accountId: id, claims: async () => claims }
    },
    // The only client is this product, so no consent is requested.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ accountId: oidc.session!.accountId!, clientId: oidc.client!.clientId })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
    renderError(context, { error, error_description }) {
      context.type = 'html'
      context.body = renderError(error_description ?? error)
    },
  })
}
