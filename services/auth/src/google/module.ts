import type { CodesModule } from '../codes/module'
import type { Service } from '../context'
import { finishProviderLogin } from './finish-provider-login'
import { oauthRoutes } from './routes'

/** Sign-in with Google, where it is configured. */
export function googleModule(service: Service, { signIn, requestProof }: CodesModule) {
  const { google: provider, publicOrigin, corsOrigins } = service
  const finish = provider && finishProviderLogin({ ...service, provider })
  return { routes: oauthRoutes({ ...signIn, finish, requestProof, origins: [publicOrigin, ...corsOrigins] }) }
}
