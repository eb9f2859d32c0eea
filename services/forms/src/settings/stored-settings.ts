import { isDeepStrictEqual } from 'node:util'
import { seconds } from '@app/contracts/durations'
import { conflict } from '@app/contracts/errors'
import { unlessDuplicate } from '@app/mongo'
import type { Actor, CallContext } from '@app/service/serve'
import type { Collection, Db } from 'mongodb'

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
        const isNew = await unlessDuplicate(collection().insertOne({ _id: id, ...stored }))
        return isNew ? { settings, version, since } : undefined
      }
      const { matchedCount } = await collection().updateOne({ _id: id, updated_at: before.version }, { $set: stored })
      return matchedCount === 1 ? { settings, version, since } : undefined
    },
  }
}

/** The names of settings that differ. */
export const changedNames = <Settings extends object>(before: Settings, after: Settings) =>
  (Object.keys(after) as (keyof Settings & string)[]).filter((name) => !isDeepStrictEqual(before[name], after[name]))

export const changedMeanwhile = () =>
  conflict('Someone else changed the settings. Reload them and make your changes again.')

type Store<Settings extends object> = ReturnType<typeof storedSettings<Settings>>
type Stored<Settings> = { settings: Settings; version: string }

/** Reads and changes such settings, for admins. `title` names them in the audit: `letter on`, `letter time`. */
export function settingsActions<Settings extends object>(store: Store<Settings>, title: string) {
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
      if (!changed) throw changedMeanwhile()
      const names = changedNames(before.settings, settings)
      return {
        after: toWire(changed),
        names: names.map((name) => `${title} ${name === 'on' && !isOn(settings) ? 'off' : name}`),
      }
    },
  }
}

type Actions<Settings> = {
  read: () => Promise<Stored<object>>
  change: (given: Stored<Settings>, actor: Actor) => Promise<{ after: Stored<object>; names: readonly string[] }>
}
type Change<Settings> = Pick<CallContext, 'audited'> & { body: Stored<Settings>; actor: Actor }

/** The handlers of the two calls of settings; the audit has the names of those that changed. */
export const settingsHandlers = <Settings>(actions: Actions<Settings>) => ({
  read: () => actions.read(),
  async change({ body, actor, audited }: Change<Settings>) {
    const { after, names } = await actions.change(body, actor)
    audited({ about: { fields: names.join(', ') } })
    return after
  },
})
