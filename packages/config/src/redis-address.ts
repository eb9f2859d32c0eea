import * as v from 'valibot'

/** One of the servers that know which Redis is the primary. */
type SentinelAddress = { host: string; port: number }
/** A Redis that is found by asking Sentinels. `user`, `sentinel`: how to sign in at Redis and at the Sentinels. */
type SentinelSet = {
  /** The name of the primary for the Sentinels. */
  name: string
  isEncrypted: boolean
  sentinels: SentinelAddress[]
  user: { username?: string; password?: string }
  sentinel: { username?: string; password?: string }
  db: number
}

const defaultPort = 26_379

const signIn = (username: string | null, password: string | null) => ({
  ...(username && { username }),
  ...(password && { password }),
})

/**
 * Reads `redis+sentinel://user:password@a:26379,b:26379,c:26379/name?sentinel_username=&sentinel_password=&db=`, or with
 * `rediss+sentinel://` for encrypted connections to both; `undefined` for another text. Each host has a port of its own, which no
 * other URL allows: so it is a URL with each of them alone.
 */
export function sentinelSet(text: string): SentinelSet | undefined {
  const [, scheme, start = '', hosts = '', rest = ''] =
    /^(rediss?)\+sentinel:\/\/((?:[^@/]*@)?)([^/?]*)(\/[^?]+(?:\?.*)?)$/.exec(text) ?? []
  if (!scheme) return undefined
  const urls = hosts.split(',').map((host) => (host === '' ? null : URL.parse(`redis://${start}${host}${rest}`)))
  if (!urls.every((url) => url !== null)) return undefined
  const { username, password, pathname, searchParams } = urls[0]!
  const db = Number(searchParams.get('db') ?? 0)
  if (!Number.isInteger(db) || db < 0) return undefined
  return {
    name: decodeURIComponent(pathname.slice(1)),
    isEncrypted: scheme === 'rediss',
    sentinels: urls.map((url) => ({
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port || defaultPort),
    })),
    user: signIn(decodeURIComponent(username), decodeURIComponent(password)),
    sentinel: signIn(searchParams.get('sentinel_username'), searchParams.get('sentinel_password')),
    db,
  }
}

const isServer = (text: string) => URL.canParse(text) && /^rediss?:$/.test(new URL(text).protocol)

/** A Redis server, or the Sentinels that know it. */
export const redisAddress = v.pipe(
  v.string(),
  v.check(
    (text) => isServer(text) || sentinelSet(text) !== undefined,
    'must be a URL that begins with redis:// or rediss://, or redis+sentinel://host:26379,host:26379/name',
  ),
)
