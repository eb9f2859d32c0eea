import { hours } from '@app/contracts/durations'
import type { Audit } from './audit'
import { auditActor } from './models/audit-collection'

type Caller = { user: { id: string; email: string } }
type Refused = { request: Request; route: string; requestId: string }

/**
 * Notes that a signed-in user was refused, once an hour for each call: repeating it must not fill the audit. Behind the
 * answer, and with the pattern of the path instead of what was asked for.
 */
export const noteRefusal =
  (audit: Pick<Audit, 'add'>, identityOf: (request: Request) => Promise<Caller | undefined>, now = Date.now) =>
  ({ request, route, requestId }: Refused): void => {
    const note = async () => {
      const user = (await identityOf(request))?.user
      if (!user) return
      const call = `${request.method} ${route || 'unmatched'}`
      await audit.add({
        actor: auditActor(user, requestId),
        action: 'access-refused',
        about: { call },
        ref: `refused/${user.id}/${call}/${Math.floor(now() / hours(1))}`,
      })
    }
    // The user could not be read. The refusal is still in the access log.
    note().catch(() => {})
  }
