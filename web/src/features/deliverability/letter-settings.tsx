import { changeWeeklyLetter, readWeeklyLetter, weeklyLetter } from '@app/contracts/weekly-letter'
import { callApi } from '#lib/call-api'
import { queryOf } from '#lib/call-query'
import { SelectField, TextField } from '#ui/field'
import { SwitchedSettings } from './switched-settings'

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'].map((label, at) => ({
  value: String(at),
  label,
}))

/** The letter before the lessons of a week: on or off, and when. */
export function LetterSettings() {
  return (
    <SwitchedSettings
      query={queryOf(readWeeklyLetter)}
      save={(body) => callApi(changeWeeklyLetter, { body })}
      call={changeWeeklyLetter}
      subject="The letter is"
      loading="the weekly letter"
      label="Send a letter about the lessons of the next seven days"
      prefix="letter"
      noun="letter settings"
      schema={weeklyLetter}
    >
      {({ values, change, errors, isSaving, text }) => (
        <>
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
    </SwitchedSettings>
  )
}
