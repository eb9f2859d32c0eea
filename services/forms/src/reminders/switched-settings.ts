import { seconds } from '@app/contracts/durations'
import { isDuplicateKey } from '@app/mongo'
import type { Collection, Db } from 'mongodb'

const maxTimeMS = seconds(2)
const neverChanged = new Date(0)

type Stored = Record<string, unknown> & { _id: string; updated_at: Date; switched_on_at?: Date | null }

/** `since`: when it was switched on. What was due before is not made up for. */
export type Switched<Settings> = { settings: Settings; version: Date; since: Date | undefined }

/** Settings with a switch, next to those of the forms. `first` has every setting, as a new school begins with it. */
export function switchedSettings<Settings extends { on: boolean }>(
  db: () => Db,
  { id, first }: { id: string; first: Settings },
  now = () => new Date(),
) {
  const collection = (): Collection<Stored> => db().collection<Stored>('forms')
  const names = Object.keys(first)
  return {
    async read(): Promise<Switched<Settings>> {
      const stored = await collection().findOne({ _id: id }, { maxTimeMS })
      if (!stored) return { settings: first, version: neverChanged, since: undefined }
      const settings = Object.fromEntries(names.map((name) => [name, stored[name]])) as Settings
      return { settings, version: stored.updated_at, since: stored.switched_on_at ?? undefined }
    },

    /** `undefined` when they were changed after `version`. */
    async change(settings: Settings, before: Switched<Settings>): Promise<Switched<Settings> | undefined> {
      // Versions differ even within a millisecond.
      const version = new Date(Math.max(now().getTime(), before.version.getTime() + 1))
      const since = settings.on ? (before.since ?? version) : undefined
      const stored = { ...settings, updated_at: version, switched_on_at: since ?? null }
      if (before.version.getTime() === neverChanged.getTime()) {
        try {
          await collection().insertOne({ _id: id, ...stored })
        } catch (error) {
          if (isDuplicateKey(error)) return undefined
          throw error
        }
        return { settings, version, since }
      }
      const { matchedCount } = await collection().updateOne({ _id: id, updated_at: before.version }, { $set: stored })
      return matchedCount === 1 ? { settings, version, since } : undefined
    },
  }
}
