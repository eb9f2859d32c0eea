import { AppError } from '@app/contracts/errors'
import type { Scope } from '@app/record-query'
import { dateFormat } from '@app/school-time/date-format'
import { schoolZone } from '@app/school-time/school-day'
import type { TrashStore } from './trash-store'

const time = dateFormat({ dateStyle: 'medium', timeStyle: 'short', timeZone: schoolZone }, 'en-US')

/**
 * The error for a missing record: says who deleted it and when, if it is in the trash. Whoever may not see the whole table learns
 * nothing more than that they cannot see it.
 */
export async function recordNotFound(
  trash: Pick<TrashStore, 'find'>,
  table: string,
  id: string,
  scope: Scope,
): Promise<AppError> {
  const seesAll = scope.reach(table) === 'all'
  const entry = seesAll ? await trash.find(table, id) : undefined
  if (!entry) {
    const message = seesAll ? 'This record does not exist.' : 'Not found.'
    return new AppError('not_found', message, undefined, { details: { deleted: null } })
  }
  const { deleted_by: by, deleted_at: at } = entry
  return new AppError('not_found', `This record was deleted by ${by} at ${time.format(at)} Pacific time.`, undefined, {
    details: { deleted: { by, at: at.toISOString() } },
  })
}
