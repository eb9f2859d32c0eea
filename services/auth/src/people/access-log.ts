import { type Audit, type AuditEntry, auditActor } from '@app/audit'
import type { AuditAction } from '@app/contracts/audit-actions'
import type { Log } from '@app/service'
import type { Identity } from '@app/session'

type Change = {
  /** Not known before a person is stored. */
  id?: string
  email: string
  role: string
  rights?: Readonly<Record<string, string>>
  exports?: readonly string[]
  disabled?: boolean
}

/** Changes access and records the change. The log has ids of people only; the audit has their addresses. */
export const accessLog =
  (log: Pick<Log, 'info'>, audit: Pick<Audit, 'during'>) =>
  async <Result>(
    { user, requestId }: Pick<Identity, 'user'> & { requestId: string },
    action: Extract<AuditAction, 'invite' | 'access' | 'remove-person'>,
    { id, email, role, rights = {}, exports = [], disabled = false }: Change,
    change: () => Promise<Result>,
    idOf: (result: Result) => string | undefined = () => id,
  ): Promise<Result> => {
    const mayUse = Object.entries(rights).map(([table, right]) => `${table}: ${right}`)
    const entry: AuditEntry = {
      actor: auditActor(user, requestId),
      action,
      table: 'users',
      recordId: id,
      about: {
        person: email,
        role,
        ...(mayUse.length > 0 && { rights: mayUse.join(', ') }),
        ...(exports.length > 0 && { exports: exports.join(', ') }),
        ...(disabled && { disabled }),
      },
    }
    const changed = await audit.during(entry, change, (result) => ({ recordId: idOf(result) }))
    log.info({ requestId, by: user.id, userId: idOf(changed), role, disabled, action }, 'access changed')
    return changed
  }

export type AccessLog = ReturnType<typeof accessLog>
