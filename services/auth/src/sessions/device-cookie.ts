import { days } from '@app/contracts/durations'
import { hostCookie, newSecret } from '@app/session'

const deviceLife = days(400)

/** Recognizes a browser that was used to sign in before. It grants no access on its own, and outlives the session. */
export function deviceCookie(publicOrigin: string) {
  const cookie = hostCookie('device', publicOrigin, deviceLife)
  const read = (request: Request) => {
    const value = cookie.read(request)
    return value && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : undefined
  }
  return {
    read,
    /** The id of this browser, a new one where it has none, and the line that stores it for another 400 days. */
    renew(request: Request) {
      const id = read(request) ?? newSecret()
      return { id, line: cookie.set(id) }
    },
  }
}
