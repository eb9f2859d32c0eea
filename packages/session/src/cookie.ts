import { hours } from '@app/contracts/durations'

/** The absolute life of a session, its cookie and its token, in milliseconds. */
export const sessionLife = hours(12)

/**
 * The value of a cookie; `undefined` when it is absent or sent twice: the second one may have been set by a sibling domain,
 * and nothing tells the two apart.
 */
export function readCookie(request: Request, name: string): string | undefined {
  const values = (request.headers.get('cookie') ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
  return values.length === 1 ? values[0]!.slice(name.length + 1) : undefined
}

/** A host-only, HttpOnly cookie; over https it has the `__Host-` prefix, which browsers enforce. */
export function hostCookie(base: string, publicOrigin: string, maxAge: number) {
  const secure = publicOrigin.startsWith('https:')
  const name = secure ? `__Host-${base}` : base
  const write = (value: string, age: number) =>
    `${name}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${Math.floor(age / 1000)}${secure ? '; Secure' : ''}`
  return {
    read: (request: Request) => readCookie(request, name),
    set: (value: string) => write(value, maxAge),
    clear: () => write('', 0),
  }
}

/** The cookie that holds the session token. */
export const sessionCookie = (publicOrigin: string) => hostCookie('session', publicOrigin, sessionLife)
