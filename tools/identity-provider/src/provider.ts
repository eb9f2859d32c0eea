import { generateKeyPairSync, randomBytes } from 'node:crypto'
import Provider, { interactionPolicy, type JWK } from 'oidc-provider'
import type { Config } from './config'
import type { People } from './people'

const minutes = (count: number) => count * 60

/** A key of its own for every start: what it signed before is of no use to anybody. */
function signingKey(): JWK {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    ...privateKey.export({ format: 'jwk' }),
    use: 'sig',
    alg: 'RS256',
    kid: randomBytes(8).toString('hex'),
  } as JWK
}

/** Asks who signs in each time, as Google does with `prompt=select_account`. */
function policy() {
  const prompts = interactionPolicy.base()
  prompts.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  return prompts
}

/** An OpenID provider with one client, everything in memory. What it asks people for comes from `sign-in.ts`. */
export function createProvider(config: Config, people: People, renderError: (title: string) => string): Provider {
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
    // The e-mail address belongs into the id token, where Google has it, too.
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
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
      const person = people.find(id)
      return (
        person && {
          accountId: id,
          claims: async () => ({ sub: id, email: person.email, email_verified: person.verified }),
        }
      )
    },
    // There is one client, and it is ours: nobody is asked for consent.
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
