import { expect, test } from 'vitest'
import { students } from '../seed/school'
import { waivers } from './009-waivers'
import type { MigrationContext } from './run-migrations'

const at = new Date('2026-11-01T10:00:00.000Z')
const former = { label: 'Waiver missing', tone: 'red', when: [{ field: 'waiver_signed', equals: false }] }
const own = { label: 'New', tone: 'blue', when: [{ field: 'notes', empty: true }] }

/** The table as the release before has stored it, and what the migration makes of it. */
async function migrated(change: (stored: typeof students) => object = (stored) => stored) {
  const { waiver_until: _, ...properties } = students.properties
  const shipped = { ...students, properties, badges: [own, former, ...students.badges!.slice(3)] }
  let stored = { _id: 'students', position: 5, created_at: at, updated_at: at, ...change(shipped as typeof students) }
  const schemas = {
    findOne: async () => stored,
    async updateOne({ updated_at }: { updated_at: Date }, { $set }: { $set: object }) {
      if (updated_at !== stored.updated_at) return { modifiedCount: 0 }
      stored = { ...stored, ...$set }
      return { modifiedCount: 1 }
    },
  }
  const context = { db: { collection: () => schemas }, keepLease: async () => {} } as unknown as MigrationContext
  const run = () => waivers.run(context)
  const first = await run()
  return { stored: stored as typeof stored & typeof students, first, again: await run() }
}

test('the table gets the day on which a waiver ends, and its badges, once; other badges stay in their places', async () => {
  const { stored, first, again } = await migrated()
  expect(Object.keys(stored.properties)).toEqual(Object.keys(students.properties))
  expect(stored.badges).toEqual([own, ...students.badges!])
  expect([first, again]).toEqual([1, 0])
})

test('a badge that an admin has changed stays, and so does a field of the same name', async () => {
  const changed = { ...former, label: 'No paper' }
  expect((await migrated((table) => ({ ...table, badges: [changed] }))).stored.badges).toEqual([changed])
  const field = { type: 'string', title: 'Waiver until further notice' }
  const { stored } = await migrated((table) => ({ ...table, properties: { ...table.properties, waiver_until: field } }))
  expect(stored.properties['waiver_until']).toEqual(field)
  expect(stored.badges).toContainEqual(former)
})
