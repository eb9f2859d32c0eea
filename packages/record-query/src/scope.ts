import { seconds } from '@app/contracts/durations'
import { mayUse, mayUseOwn, type RightsHolder } from '@app/contracts/policy'
import { ownTable } from '@app/contracts/users'
import { type Db, type Document, ObjectId } from 'mongodb'
import { collation } from './collation'

const maxTimeMS = seconds(2)
/** One person is seldom more than one instructor. */
const maxInstructors = 20

/** The records of a table that a caller may read: every record, their own records, or none. */
export type Reach = 'all' | 'own' | 'none'

/**
 * The records that a caller may read and write, derived from their rights once per request. Whatever reads or writes records takes one, so
 * that no call can leave it out.
 */
export type Scope = {
  reach(table: string): Reach
  /** Selects what may be read of a table; `undefined` for all of it. */
  filterOf(table: string): Promise<Document | undefined>
}

/** Of work whose right was checked on its own: jobs, and what the service does by itself. */
export const everything: Scope = { reach: () => 'all', filterOf: async () => undefined }

const nothing: Document = { _id: { $in: [] } }

/** A selection within a scope. */
export async function withinScope(scope: Scope, table: string, selected: Document): Promise<Document> {
  const within = await scope.filterOf(table)
  return within ? { $and: [selected, within] } : selected
}

/** The ids of the instructors that a user is. */
export const instructorsOf = async (db: Pick<Db, 'collection'>, userId: string): Promise<string[]> => {
  const options = { projection: { _id: 1 }, limit: maxInstructors, collation, maxTimeMS } as const
  const found = await db
    .collection('instructors')
    .find({ person: { $eq: userId } }, options)
    .toArray()
  return found.map(({ _id }) => String(_id))
}

/** The scope of each user, read when it is first needed and then kept as long as the user of the request. */
export function scopes(db: () => Pick<Db, 'collection'>) {
  const known = new WeakMap<object, Scope>()

  function derive(user: RightsHolder & { id: string }): Scope {
    const reach = (table: string): Reach => {
      if (mayUse(user, table, 'view')) return 'all'
      return mayUseOwn(user, table, 'view') ? 'own' : 'none'
    }
    const lessons = async () => ({ instructor: { $in: await instructorsOf(db(), user.id) } })
    const namedIn = async (table: string, field: string): Promise<Document> => {
      const ids = await db()
        .collection(table)
        .distinct(field, await own(table), { maxTimeMS })
      return { _id: { $in: ids.filter((id) => ObjectId.isValid(id)).map((id) => new ObjectId(String(id))) } }
    }
    const filters: Readonly<Record<string, () => Promise<Document>>> = {
      [ownTable]: lessons,
      students: () => namedIn(ownTable, 'students'),
      guardians: () => namedIn('students', 'guardians'),
    }
    const read = new Map<string, Promise<Document>>()
    function own(table: string): Promise<Document> {
      const filter = read.get(table) ?? filters[table]!()
      read.set(table, filter)
      return filter
    }
    return {
      reach,
      async filterOf(table) {
        const all = reach(table)
        return all === 'all' ? undefined : all === 'own' ? own(table) : nothing
      },
    }
  }

  return (user: RightsHolder & { id: string }): Scope => {
    const scope = known.get(user) ?? derive(user)
    known.set(user, scope)
    return scope
  }
}

export type ScopeOf = ReturnType<typeof scopes>
