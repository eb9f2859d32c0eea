import { expect, test } from 'vitest'
import { instructors } from '../seed/school'
import { instructorsOnWebsite } from './010-instructors-on-website'
import type { MigrationContext } from './run-migrations'

async function migrated(properties: object) {
  let stored = { ...instructors, _id: 'instructors', position: 3, properties }
  const schemas = {
    findOne: async () => stored,
    async updateOne(_: object, { $set }: { $set: object }) {
      stored = { ...stored, ...$set }
      return { modifiedCount: 1 }
    },
  }
  const context = { db: { collection: () => schemas }, keepLease: async () => {} } as unknown as MigrationContext
  const changed = [await instructorsOnWebsite.run(context), await instructorsOnWebsite.run(context)]
  return { stored: stored.properties, changed }
}

test('a stored table gets the field that shows an instructor, off, and keeps a field of this name', async () => {
  const { on_website: shipped, ...before } = instructors.properties
  const { stored, changed } = await migrated(before)
  expect(Object.keys(stored)).toEqual(Object.keys(instructors.properties))
  expect([changed, shipped]).toEqual([[1, 0], expect.objectContaining({ type: 'boolean', default: false })])
  const own = { ...before, on_website: { type: 'string', title: 'Where else' } }
  expect(await migrated(own)).toEqual({ stored: own, changed: [0, 0] })
})
