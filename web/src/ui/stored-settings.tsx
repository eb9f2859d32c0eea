import { type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import type { ComponentProps } from 'react'
import { keepAnswer } from '#lib/keep-answer'
import { LoadError, Loading } from './load-state'
import { SettingsForm } from './settings-form'
import { showToastAtom } from './toast'

type Stored<Settings> = { settings: Settings; version: string }
type Form<Settings extends object> = ComponentProps<typeof SettingsForm<Settings, Stored<Settings>>>
type Query<Settings> = UseQueryOptions<Stored<Settings>, Error, Stored<Settings>, readonly unknown[]>

export type StoredSettingsProps<Settings extends object> = Pick<
  Form<Settings>,
  'prefix' | 'noun' | 'schema' | 'call' | 'children'
> & {
  /** Reads what is stored. */
  query: Pick<Query<Settings>, 'queryKey' | 'queryFn'>
  save: (changed: Stored<Settings>) => Promise<Stored<Settings>>
  /** What is loaded, as in "the reminders". */
  loading: string
  /** Said once they are saved. */
  saved: (settings: Settings) => string
}

/** A form for the settings of two calls, which read and change them: loaded, changed, and saved unless someone else has changed them. */
export function StoredSettings<Settings extends object>(props: StoredSettingsProps<Settings>) {
  const { query, save, loading, saved, ...form } = props
  const client = useQueryClient()
  const showToast = useSetAtom(showToastAtom)
  // Edited in a form: a refetch in the background would not show.
  const { data, error, refetch } = useQuery<Stored<Settings>, Error, Stored<Settings>, readonly unknown[]>({
    ...query,
    staleTime: Number.POSITIVE_INFINITY,
  })
  async function onSaved(stored: Stored<Settings>) {
    await keepAnswer(client, query.queryKey, stored)
    showToast({ text: saved(stored.settings) })
  }
  if (data)
    return (
      <SettingsForm
        key={data.version}
        {...form}
        stored={data.settings}
        save={(settings) => save({ settings, version: data.version })}
        onSaved={onSaved}
        onReload={() => refetch()}
      />
    )
  if (error) return <LoadError error={error} fallback={`Failed to load ${loading}`} onRetry={() => refetch()} />
  return <Loading>Loading {loading}...</Loading>
}
