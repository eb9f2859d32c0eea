import { isThisMachine, list, origin, port, readEnv, secret } from '@app/config'
import * as v from 'valibot'

/** The provider asks for no password, so it is refused unless the site is on this machine. */
const isLocal = (url: string) => URL.canParse(url) && isThisMachine(new URL(url).hostname)

const variables = v.object({
  LISTEN_HOST: v.optional(v.string(), '127.0.0.1'),
  LISTEN_PORT: v.optional(port, '3000'),
  /** The site that people sign in to. */
  PUBLIC_ORIGIN: v.pipe(origin, v.check(isLocal, 'must be on this machine: this provider asks for no password')),
  /** This provider's own address, as browsers and the auth service both see it. */
  GOOGLE_ISSUER: origin,
  GOOGLE_CLIENT_ID: v.string(),
  GOOGLE_CLIENT_SECRET: secret(16),
  /** Offered for signing in with one click. */
  ADMIN_EMAILS: v.optional(list, ''),
})

export const readConfig = (source: Record<string, string | undefined>) => readEnv(variables, source)
export type Config = ReturnType<typeof readConfig>
