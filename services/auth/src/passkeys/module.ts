import type { CodesModule } from '../codes/module'
import type { Service } from '../context'
import { addPasskey } from './add-passkey'
import { passkeyRoutes } from './routes'
import { signInWithPasskey } from './sign-in-with-passkey'

/** Sign-in with a passkey. */
export const passkeysModule = (service: Service, { signIn }: CodesModule) => ({
  routes: passkeyRoutes({ ...signIn, add: addPasskey(service), signIn: signInWithPasskey(service) }),
})
