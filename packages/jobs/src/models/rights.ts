import { seconds } from '@app/contracts/durations'
import { mayUse, type RightsHolder } from '@app/contracts/may-use'
import { type Collection, type Db, ObjectId } from 'mongodb'
import type { Job } from '../job'

type StoredUser = { _id: ObjectId; disabled?: boolean; role: RightsHolder['role'] } & Partial<RightsHolder>

const projection = { role: 1, rights: 1, exports: 1, disabled: 1 } as const

/** Whether the actor of a job has the right for it at this moment, as the database says: nothing is cached. */
export const currentRights =
  (db: () => Pick<Db, 'collection'>) =>
  async ({ actor, right }: Pick<Job, 'actor' | 'right'>): Promise<boolean> => {
    if (right === null) return true
    if (!actor || !ObjectId.isValid(actor.id)) return false
    const users: Collection<StoredUser> = db().collection('users')
    const user = await users.findOne({ _id: new ObjectId(actor.id) }, { projection, maxTimeMS: seconds(2) })
    if (!user || user.disabled) return false
    const { role, rights = {}, exports = [] } = user
    return right === 'admin' ? role === 'admin' : mayUse({ role, rights, exports }, right.table, right.level)
  }
