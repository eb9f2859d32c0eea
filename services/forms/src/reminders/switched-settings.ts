import { isDeepStrictEqual } from 'node:util'
import { seconds } from '@app/contracts/durations'
import { conflict } from '@app/contracts/errors'
import { isDuplicateKey } from '@app/mongo'
import type { Collection, Db } from 'mongodb'

const maxTimeMS = seconds(2)
const neverChanged = new Date(0)

type StoredSettings = Record<string, unknown> & { _id: string; updated_at: Date; switched_on_at?: Date | null }

/** `since`: when it was switched on. What was due before is not made up for. */
export type Switched<Settings> = { settings: Settings; version: Date; since: Date | undefined }

/** Settings with a switch, next to those of the forms. `first` has every setting, as a new school begins with it. */
export function switchedSettings<Settings extends { on: boolean }>(
  db: () => Db,
  { id, first }: { id: string; first: Settings },
  now = () => new Date(),
) {
  const collection = (): Collection<StoredSettings> => db().collection<StoredSettings>('forms')
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

type Store<Settings extends { on: boolean }> = ReturnType<typeof switchedSettings<Settings>>
type Stored<Settings> = { settings: Settings; version: string }

/** Reads and changes such settings, for admins. `title` names the switch in the audit: `letter on`. */
export function switchedActions<Settings extends { on: boolean }>(store: Store<Settings>, title: string) {
  const toWire = ({ settings, version }: Switched<Settings>): Stored<Settings> => ({
    settings,
    version: version.toISOString(),
  })
  return {
    read: async () => toWire(await store.read()),

    /** @returns the settings, and the names of those that changed */
    async change({ settings, version }: Stored<Settings>) {
      const before = await store.read()
      const changed = before.version.toISOString() === version ? await store.change(settings, before) : undefined
      if (!changed) throw conflict('Someone else changed the settings. Reload them and make your changes again.')
      const names = (Object.keys(settings) as (keyof Settings & string)[]).filter(
        (name) => !isDeepStrictEqual(settings[name], before.settings[name]),
      )
      return {
        after: toWire(changed),
        names: names.map((name) => (name === 'on' ? `${title} ${settings.on ? 'on' : 'off'}` : name)),
      }
    },
  }
}
