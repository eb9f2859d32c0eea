import type { Collection, Db } from 'mongodb'

/**
 * The collections of a database as a process sees them that is held before its `at`-th call to the database, until
 * `meanwhile` has ended.
 */
export function heldAt(db: Db, at: number, meanwhile: () => Promise<unknown>) {
  const state = { steps: 0, wasHeld: false }
  const hold = async () => {
    if (state.steps++ !== at) return
    state.wasHeld = true
    await meanwhile()
  }
  const proxied = <T extends object>(target: T, names: ReadonlySet<string>): T =>
    new Proxy(target, {
      get(_, key) {
        const value = Reflect.get(target, key, target)
        if (typeof value !== 'function') return value
        if (key === 'find') return (...given: unknown[]) => proxied(value.apply(target, given), new Set(['toArray']))
        // What a cursor returns is the cursor.
        if (!names.has(String(key)))
          return (...given: unknown[]) => {
            const result = value.apply(target, given)
            return result === target ? proxied(target, names) : result
          }
        return async (...given: unknown[]) => {
          await hold()
          return value.apply(target, given)
        }
      },
    })
  const calls = ['findOne', 'findOneAndUpdate', 'distinct', 'insertOne', 'insertMany', 'updateOne', 'updateMany']
  const steps = new Set([...calls, 'deleteOne', 'deleteMany', 'bulkWrite'])
  return { collection: (name: string): Collection => proxied(db.collection(name), steps), state }
}
