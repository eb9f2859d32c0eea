import type { MigrationContext } from '@app/mongo/run-migrations'
import templates from './former-templates.json'
import { nextVersion, placesOf, under } from './record-places'

type Fields = Readonly<Record<string, unknown>>
/** Records whose fields are still `before` get `after`. */
type Correction = { table: string; before: Fields; after: Fields }

const noFacts = { price: null, minutes: null, min_age: null }

/** Facts that an earlier release had in texts, or nowhere. */
const corrections: readonly Correction[] = [
  ...templates.map(({ title, interest, former, present }) => ({
    table: 'reply_templates',
    before: { title, interest, ...former },
    after: present,
  })),
  {
    table: 'service_cards',
    before: { icon: 'lessons', title: 'Archery Lessons Near Me', ...noFacts },
    after: { min_age: 8 },
  },
  {
    table: 'service_cards',
    before: { icon: 'party', title: 'Birthday Parties at $350', ...noFacts },
    after: { price: 350, minutes: 60, min_age: 8 },
  },
]

async function correct({ db, keepLease }: MigrationContext, { table, before, after }: Correction): Promise<number> {
  let changed = 0
  for (const { from, path, filter } of placesOf(table)) {
    await keepLease()
    const records = db.collection(from)
    const untouched = { ...filter, ...under(path, before) }
    for (const document of await records.find(untouched).toArray()) {
      const { updated_at = null } = (path ? document.record : document) as { updated_at?: unknown }
      const values = { ...after, ...nextVersion(updated_at) }
      const { modifiedCount } = await records.updateOne(
        { _id: document._id, ...untouched, [`${path}updated_at`]: updated_at },
        { $set: under(path, values) },
      )
      changed += modifiedCount
    }
  }
  return changed
}

/** Prices, lengths and ages come from the service cards; what staff have changed stays. */
export async function serviceFacts(context: MigrationContext): Promise<number> {
  let changed = 0
  for (const correction of corrections) changed += await correct(context, correction)
  return changed
}
