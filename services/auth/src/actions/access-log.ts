import type { Audit } from '@app/audit'
import type { AuditAction } from '@app/contracts/audit'
import type { Log } from '@app/service'
import type { Identity } from '@app/session'

type Change = {
  id: string
  email: string
  role: string
  rights?: Readonly<Record<string, string>>
  exports?: readonly string[]
  disabled?: boolean
}

/** Records who changed whose access, and to what. The log names people by id alone; the audit knows their addresses. */
export const accessLog =
  (log: Pick<Log, 'info'>, audit: Pick<Audit, 'add'>) =>
  async (
    { user, requestId }: Pick<Identity, 'user'> & { requestId: string },
    action: Extract<AuditAction, 'invite' | 'access' | 'remove-person'>,
    { id, email, role, rights = {}, exports = [], disabled = false }: Change,
  ): Promise<void> => {
    log.info({ requestId, by: user.id, userId: id, role, disabled, action }, 'access changed')
    const mayUse = Object.entries(rights).map(([table, right]) => `${table}: ${right}`)
    await audit.add({
      actor: { id: user.id, email: user.email, requestId },
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
    })
  }

export type AccessLog = ReturnType<typeof accessLog>
