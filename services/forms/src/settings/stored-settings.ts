import { isDeepStrictEqual } from 'node:util'
import type { Call } from '@app/contracts/call'
import { seconds } from '@app/contracts/durations'
import { conflict } from '@app/contracts/errors'
import { isDuplicateKey } from '@app/mongo'
import { type Actor, type Route, serve } from '@app/service/serve'
import type { Collection, Db } from 'mongodb'
import type * as v from 'valibot'

const maxTimeMS = seconds(2)
const neverChanged = new Date(0)

type StoredSettings = Record<string, unknown> & { _id: string; updated_at: Date; switched_on_at?: Date | null }

const isOn = (settings: object) => 'on' in settings && settings.on === true

/** `since`: when it was switched on. What was due before is not made up for. */
type Current<Settings> = { settings: Settings; version: Date; since: Date | undefined }

/**
 * Settings, next to those of the forms; `on` is a switch. `first` has every setting: what a new school begins with, and the value of
 * one that an earlier release has not stored.
 */
export function storedSettings<Settings extends object>(
  db: () => Db,
  { id, first }: { id: string; first: Settings },
  now = () => new Date(),
) {
  const collection = (): Collection<StoredSettings> => db().collection<StoredSettings>('forms')
  const names = Object.keys(first) as (keyof Settings & string)[]
  return {
    async read(): Promise<Current<Settings>> {
      const stored = await collection().findOne({ _id: id }, { maxTimeMS })
      if (!stored) return { settings: first, version: neverChanged, since: undefined }
      const settings = Object.fromEntries(names.map((name) => [name, stored[name] ?? first[name]])) as Settings
      return { settings, version: stored.updated_at, since: stored.switched_on_at ?? undefined }
    },

    /** `undefined` when they were changed after `version`. */
    async change(settings: Settings, before: Current<Settings>): Promise<Current<Settings> | undefined> {
      // Versions differ even within a millisecond.
      const version = new Date(Math.max(now().getTime(), before.version.getTime() + 1))
      const since = isOn(settings) ? (before.since ?? version) : undefined
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

type Store<Settings extends object> = ReturnType<typeof storedSettings<Settings>>
type Stored<Settings> = { settings: Settings; version: string }

/** Reads and changes such settings, for admins. `title` names the switch in the audit: `letter on`. */
export function settingsActions<Settings extends object>(store: Store<Settings>, title = '') {
  const toWire = ({ settings, version }: Current<Settings>): Stored<Settings> => ({
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
        names: names.map((name) => (name === 'on' ? `${title} ${isOn(settings) ? 'on' : 'off'}` : name)),
      }
    },
  }
}

type Calls<Settings> = {
  read: Call
  change: Call & { body: { schema: v.GenericSchema<unknown, Stored<Settings>> } }
}
type Actions<Settings> = {
  read: () => Promise<Stored<object>>
  change: (given: Stored<Settings>, actor: Actor) => Promise<{ after: Stored<object>; names: readonly string[] }>
}

/** The routes of settings; the audit has the names of those that changed. */
export const settingsRoutes = <Settings>({ read, change }: Calls<Settings>, actions: Actions<Settings>): Route[] => [
  serve(read, () => actions.read()),
  serve(change, async ({ body, actor, audited }) => {
    const { after, names } = await actions.change(body as Stored<Settings>, actor as Actor)
    audited({ about: { fields: names.join(', ') } })
    return after
  }),
]
