import { mayUse, mayUseOwn, type RightsHolder } from '@app/contracts/policy'
import type { Job, NewJob, Right } from '../job'

type Holder = RightsHolder & { disabled?: true }

export const rightsOf = ({ right }: Pick<NewJob, 'right'>): readonly Right[] =>
  right === null ? [] : ([right].flat() as Right[])

/** True if a person has a right that a job needs. */
export function holdsRight(holder: RightsHolder, right: Right): boolean {
  if (right === 'admin') return holder.role === 'admin'
  const { table, level } = right
  if (level === 'own') return mayUse(holder, table, 'view') || mayUseOwn(holder, table, 'view')
  return mayUse(holder, table, level)
}

/**
 * True if the actor of a job has every right for it at this moment.
 *
 * @param holderOf reads a person or a service account by id, uncached; `undefined` when it may not act any more
 */
export const currentRights =
  (holderOf: (id: string) => Promise<Holder | undefined>) =>
  async ({ actor, right }: Pick<Job, 'actor' | 'right'>): Promise<boolean> => {
    if (right === null) return true
    const holder = actor ? await holderOf(actor.id) : undefined
    if (!holder || holder.disabled) return false
    return rightsOf({ right }).every((one) => holdsRight(holder, one))
  }
