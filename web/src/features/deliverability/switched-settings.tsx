import { type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import type { ComponentProps } from 'react'
import { keepAnswer } from '#lib/keep-answer'
import { LoadError, Loading } from '#ui/load-state'
import { SettingsForm } from '#ui/settings-form'
import { showToastAtom } from '#ui/toast'

type Switched = { on: boolean }
type Stored<Settings> = { settings: Settings; version: string }
type Form<Settings extends object> = ComponentProps<typeof SettingsForm<Settings, Stored<Settings>>>
type Fields<Settings extends object> = Parameters<Form<Settings>['children']>[0]

type Props<Settings extends Switched> = Pick<Form<Settings>, 'prefix' | 'noun' | 'schema' | 'call' | 'children'> & {
  /** Reads what is stored. */
  query: UseQueryOptions<Stored<Settings>, Error, Stored<Settings>, readonly unknown[]>
  save: (changed: Stored<Settings>) => Promise<Stored<Settings>>
  /** `subject`: what is on or off, as in "Reminders are". `loading`: what is loaded, as in "the reminders". */
  texts: { subject: string; loading: string; label: string }
}

/** Settings of mails that are sent or not, with a switch above the fields of `children`. */
export function SwitchedSettings<Settings extends Switched>(props: Props<Settings>) {
  // Edited in a form: a refetch in the background would not show.
  const { data, error, refetch } = useQuery({ ...props.query, staleTime: Number.POSITIVE_INFINITY })
  const { loading } = props.texts
  if (data) return <SwitchedForm key={data.version} {...props} stored={data} onReload={() => refetch()} />
  if (error) return <LoadError error={error} fallback={`Failed to load ${loading}`} onRetry={() => refetch()} />
  return <Loading>Loading {loading}...</Loading>
}

function SwitchedForm<Settings extends Switched>({
  query,
  save,
  texts: { subject, label },
  stored: { settings: stored, version },
  children,
  ...form
}: Props<Settings> & { stored: Stored<Settings>; onReload: () => void }) {
  const client = useQueryClient()
  const showToast = useSetAtom(showToastAtom)
  async function onSaved(saved: Stored<Settings>) {
    await keepAnswer(client, query.queryKey, saved)
    showToast({ text: `Saved. ${subject} ${saved.settings.on ? 'on' : 'off'}.` })
  }
  return (
    <SettingsForm {...form} stored={stored} save={(settings) => save({ settings, version })} onSaved={onSaved}>
      {(fields: Fields<Settings>) => (
        <>
          <label className="flex min-h-11 items-center gap-2.5">
            <input
              type="checkbox"
              className="size-5 accent-primary"
              checked={fields.values.on}
              disabled={fields.isSaving}
              onChange={({ target }) => fields.change({ on: target.checked } as Partial<Settings>)}
            />
            {label}
          </label>
          {children(fields)}
        </>
      )}
    </SettingsForm>
  )
}
