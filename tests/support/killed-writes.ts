import type { Collection, Db } from 'mongodb'

const writes = new Set(['insertOne', 'insertMany', 'updateOne', 'updateMany', 'replaceOne', 'deleteOne', 'bulkWrite'])
const steps = new Set([...writes, 'findOneAndUpdate'])

/** The process is gone: whatever it would have done next does not happen, not even tidying up. */
export class Killed extends Error {}

/**
 * The collections of a database as a process sees them that is killed before its `after`-th change: from then on nothing
 * reaches the database any more.
 */
export function killedAfter(db: Db, after: number) {
  const state = { steps: 0, isDead: false }
  const collection = (name: string): Collection =>
    new Proxy(db.collection(name), {
      get(target, key) {
        const value = Reflect.get(target, key, target)
        if (typeof value !== 'function') return value
        return (...given: unknown[]) => {
          if (steps.has(String(key)) && state.steps++ >= after) state.isDead = true
          if (state.isDead) throw new Killed()
          return value.apply(target, given)
        }
      },
    })
  return { collection, state }
}
