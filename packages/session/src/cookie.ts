import { hours } from '@app/contracts/durations'

/** How long a session may last at most, in milliseconds; the cookie and the token end with it. */
export const sessionLife = hours(12)

/**
 * The value of a cookie; `undefined` when it is absent or given twice (a second one may have been planted by a
 * neighbouring host, and which is ours cannot be told).
 */
export function readCookie(request: Request, name: string): string | undefined {
  const values = (request.headers.get('cookie') ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
  return values.length === 1 ? values[0]!.slice(name.length + 1) : undefined
}

/** A host-only, script-proof cookie; over https it has the `__Host-` prefix, which browsers enforce. */
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
