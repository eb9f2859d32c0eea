import { AppError } from '@app/contracts/errors'
import { type Identity, mayUse } from '@app/session'

/** @throws AppError `not_found` without the right to view the table, `forbidden` without the right to edit it */
export function requireRight({ user }: Identity, table: string, right: 'view' | 'edit'): void {
  if (!mayUse(user, table, 'view')) throw new AppError('not_found', 'Not found.')
  if (right === 'edit' && !mayUse(user, table, 'edit'))
    throw new AppError('forbidden', 'You can view these records but not change them.')
}
