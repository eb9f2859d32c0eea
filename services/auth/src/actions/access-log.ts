import type { Log } from '@app/service'
import type { Identity } from '@app/session'

type Change = {
  id: string
  email: string
  role: string
  rights?: object
  exports?: readonly string[]
  disabled?: boolean
}

/** Records who changed whose access, and to what. The log names people by id alone. */
export const accessLog =
  (log: Pick<Log, 'info'>) =>
  async (actor: Pick<Identity, 'user'> & { requestId: string }, action: string, change: Change): Promise<void> => {
    const { id, role, disabled } = change
    log.info({ requestId: actor.requestId, by: actor.user.id, userId: id, role, disabled, action }, 'access changed')
  }

export type AccessLog = ReturnType<typeof accessLog>
