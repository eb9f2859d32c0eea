import { AppError, type FieldErrors } from '@app/contracts/errors'
import type { Policy } from '@app/contracts/policy'
import { type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type FormEvent, type ReactNode, useState } from 'react'
import * as v from 'valibot'
import { failureText } from '#lib/failure-text'
import { keepAnswer, useSingleMutation } from '#lib/queries'
import { useRecentSignInOnEntry } from '#lib/recent-sign-in'
import { Button, SmallButton } from './button'
import { fieldsOf, type TextName } from './form-values'
import { LoadState } from './load-state'
import { Notice } from './notice'
import { useToast } from './toast'

type SettingsFields<Settings> = {
  values: Settings
  change: (changes: Partial<Settings>) => void
  errors: FieldErrors
  isSaving: boolean
  /** The properties of a field for a text among the settings. */
  text: (name: TextName<Settings>, label: string) => ReturnType<ReturnType<typeof fieldsOf>> & { readOnly: boolean }
}

type Props<Settings, Saved> = {
  /** Begins the ids of the fields: `settings-replyTo`. */
  prefix: string
  /** A plural, for texts such as "Save settings" and "The settings were not saved". */
  noun: string
  schema: v.GenericSchema<unknown, Settings>
  stored: Settings
  save: (settings: Settings) => Promise<Saved>
  /** The call that `save` makes. */
  call: Policy
  onSaved: (saved: Saved) => Promise<unknown>
  /** Offered when someone else has changed the settings. */
  onReload: () => void
  children: (form: SettingsFields<Settings>) => ReactNode
}

/** The service reports errors of settings below `settings.`, such as `settings.interests.2`. */
const refusedFields = (error: unknown): FieldErrors =>
  Object.fromEntries(
    Object.entries((error instanceof AppError && error.fields) || {}).map(([field, text]) => [
      field.replace(/^settings\.(\w+).*$/, '$1'),
      text,
    ]),
  )

function errorsOf(schema: v.GenericSchema, values: unknown): FieldErrors {
  const errors: FieldErrors = {}
  for (const issue of v.safeParse(schema, values, { abortPipeEarly: true }).issues ?? [])
    errors[String(issue.path?.[0]?.key ?? '')] ??= issue.message
  return errors
}

/** A form for versioned settings: checked as the service does, the first error gets the focus, a conflict offers to reload. */
function SettingsForm<Settings extends object, Saved>(props: Props<Settings, Saved>) {
  const { prefix, noun, schema, stored, save, call, onSaved, onReload, children } = props
  const [values, setValues] = useState(stored)
  const [errors, setErrors] = useState<FieldErrors>({})
  const entry = useRecentSignInOnEntry(`A change of the ${noun}`, call)
  const showErrors = (found: FieldErrors) => {
    setErrors(found)
    const [first] = Object.keys(found)
    if (first) requestAnimationFrame(() => document.getElementById(`${prefix}-${first}`)?.focus())
  }
  const saving = useSingleMutation<Saved, Settings>({
    mutationKey: ['save-settings', prefix],
    mutationFn: save,
    onSuccess: onSaved,
    onError: (error) => showErrors(refusedFields(error)),
  })
  const namesFields = Object.keys(refusedFields(saving.error)).length > 0
  const isConflict = saving.error instanceof AppError && saving.error.code === 'conflict'
  function change(changes: Partial<Settings>) {
    const next = { ...values, ...changes }
    setValues(next)
    if (Object.keys(errors).length === 0) return
    // A message goes once its cause is gone.
    const left = errorsOf(schema, next)
    setErrors(
      Object.fromEntries(
        Object.entries(errors).flatMap(([name, text]) => {
          const shown = name in changes ? left[name] : text
          return shown === undefined ? [] : [[name, shown]]
        }),
      ),
    )
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const found = errorsOf(schema, values)
    showErrors(found)
    if (Object.keys(found).length === 0) saving.mutate(values)
  }
  const field = fieldsOf(prefix, values, change, errors)
  // Not `disabled`: an error found by the service must be able to take the focus.
  const text: SettingsFields<Settings>['text'] = (name, label) => ({
    ...field(name, label),
    readOnly: saving.isPending,
  })

  return (
    <form noValidate onSubmit={onSubmit} {...entry} className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {saving.error && !namesFields && (
        // The button that was pressed may be a screen or more below.
        <Notice tone="bad" title={`The ${noun} were not saved`} takesFocus>
          <p>{failureText(saving.error, `Failed to save the ${noun}`)}</p>
          {isConflict && <SmallButton onClick={onReload}>Reload</SmallButton>}
        </Notice>
      )}
      {children({ values, change, errors, isSaving: saving.isPending, text })}
      <div className="flex justify-end">
        <Button type="submit" disabled={saving.isPending}>
          {saving.isPending ? 'Saving...' : `Save ${noun}`}
        </Button>
      </div>
    </form>
  )
}

type Stored<Settings> = { settings: Settings; version: string }
type Form<Settings extends object> = ComponentProps<typeof SettingsForm<Settings, Stored<Settings>>>
type Query<Settings> = UseQueryOptions<Stored<Settings>, Error, Stored<Settings>, readonly unknown[]>

export type StoredSettingsProps<Settings extends object> = Pick<
  Form<Settings>,
  'prefix' | 'noun' | 'schema' | 'call' | 'children'
> & {
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
  const showToast = useToast()
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
  return <LoadState query={{ data, error, refetch }} what={loading} />
}
