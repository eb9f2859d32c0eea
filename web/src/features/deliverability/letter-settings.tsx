import {
  changeWeeklyLetter,
  readWeeklyLetter,
  type StoredWeeklyLetter,
  type WeeklyLetter,
  weeklyLetter,
} from '@app/contracts/weekly-letter'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { callApi } from '#lib/call-api'
import { queryOf } from '#lib/call-query'
import { keepAnswer } from '#lib/keep-answer'
import { SelectField, TextField } from '#ui/field'
import { LoadError, Loading } from '#ui/load-state'
import { SettingsForm } from '#ui/settings-form'
import { showToastAtom } from '#ui/toast'

const settingsQuery = {
  ...queryOf(readWeeklyLetter),
  // Edited in a form: a refetch in the background would not show.
  staleTime: Number.POSITIVE_INFINITY,
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'].map((label, at) => ({
  value: String(at),
  label,
}))

/** The letter before the lessons of a week: on or off, and when. */
export function LetterSettings() {
  const { data, error, refetch } = useQuery(settingsQuery)
  if (data) return <LetterForm key={data.version} stored={data} onReload={() => refetch()} />
  if (error) return <LoadError error={error} fallback="Failed to load the weekly letter" onRetry={() => refetch()} />
  return <Loading>Loading the weekly letter...</Loading>
}

function LetterForm({ stored, onReload }: { stored: StoredWeeklyLetter; onReload: () => void }) {
  const client = useQueryClient()
  const showToast = useSetAtom(showToastAtom)
  async function onSaved(saved: StoredWeeklyLetter) {
    await keepAnswer(client, settingsQuery.queryKey, saved)
    showToast({ text: saved.settings.on ? 'Saved. The letter is on.' : 'Saved. The letter is off.' })
  }
  return (
    <SettingsForm<WeeklyLetter, StoredWeeklyLetter>
      prefix="letter"
      noun="letter settings"
      schema={weeklyLetter}
      stored={stored.settings}
      save={(settings) => callApi(changeWeeklyLetter, { body: { settings, version: stored.version } })}
      onSaved={onSaved}
      onReload={onReload}
    >
      {({ values, change, errors, isSaving, text }) => (
        <>
          <label className="flex min-h-11 items-center gap-2.5">
            <input
              type="checkbox"
              className="size-5 accent-primary"
              checked={values.on}
              disabled={isSaving}
              onChange={({ target }) => change({ on: target.checked })}
            />
            Send a letter about the lessons of the next seven days
          </label>
          <div className="grid gap-4 sm:grid-cols-2">
            <SelectField
              id="letter-weekday"
              label="Every"
              placeholder="Choose a day"
              options={weekdays}
              value={String(values.weekday)}
              error={errors['weekday']}
              disabled={isSaving}
              onChange={({ target }) => change({ weekday: target.value === '' ? -1 : Number(target.value) })}
            />
            <TextField type="time" {...text('time', 'Time of the letter')} />
          </div>
          <p className="text-muted text-sm">
            Instructors get one letter about their own lessons: who comes, free seats and missing waivers. Admins get
            one about all lessons and the inquiries that wait. Each letter shows what its reader may see.
          </p>
        </>
      )}
    </SettingsForm>
  )
}
