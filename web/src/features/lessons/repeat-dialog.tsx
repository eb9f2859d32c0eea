import { AppError } from '@app/contracts/errors'
import { applyImport, readImport, startImport } from '@app/contracts/import-calls'
import type { ImportReport } from '@app/contracts/imports'
import { lessonOf } from '@app/contracts/lessons'
import type { TableRecord } from '@app/contracts/tables'
import { addDays } from '@app/table-schema/conditions'
import { csvText } from '@app/table-schema/csv'
import { useState } from 'react'
import { callApi } from '#lib/call-api'
import { formOf } from '#lib/files'
import { localTime } from '#lib/local-time'
import { useSingleMutation } from '#lib/queries'
import { longDay, shortDay } from '#lib/school-time'
import { counted, factsText } from '#lib/words'
import { TextField } from '#ui/field'
import { SavingDialog } from '#ui/saving-dialog'
import { useToast } from '#ui/toast'

/** More dates than a year has weeks are a mistake. */
export const maxRepeats = 53

/** The day and the time of day that the school's clock shows at an instant. */
export function wallClock(instant: string): { day: string; time: string } {
  const [day = '', time = ''] = localTime(instant).split('T')
  return { day, time: time.slice(0, 5) }
}

/** The days a week apart after `day`, up to and including `until`. */
export function weeklyDays(day: string, until: string): string[] {
  const days: string[] = []
  for (let next = addDays(day, 7); next <= until && days.length <= maxRepeats; next = addDays(next, 7)) days.push(next)
  return days
}

/** The fields that a repeated lesson takes over. Its students are chosen for each date. */
const copied = [
  'title',
  'kind',
  'level',
  'place',
  'instructor',
  'minutes',
  'seats',
  'price',
  'public',
  'notes',
] as const

const pollMs = 300
/** About two minutes: a year of lessons takes seconds. */
const maxPolls = 400
const table = 'lessons'

const cell = (value: unknown) => (value === null || value === undefined ? '' : csvText(String(value)))

/** The lessons of these days as rows of an import; a time without a zone is the school's. */
export function repeatedRows(lesson: TableRecord, days: readonly string[]): string {
  const { time } = wallClock(lessonOf(lesson).startsAt)
  const fields = copied.filter((field) => lesson[field] !== null && lesson[field] !== undefined)
  const rows = days.map((day) => [`${day} ${time}`, ...fields.map((field) => cell(lesson[field]))].join(','))
  return `${[['starts_at', ...fields].join(','), ...rows].join('\r\n')}\r\n`
}

/** @throws AppError when it does not end: it continues by itself, and is found among the imports */
export async function settled(report: ImportReport, pauseMs = pollMs): Promise<ImportReport> {
  let now = report
  for (let poll = 0; now.state === 'checking' || now.state === 'applying'; poll++) {
    if (poll === maxPolls) throw new AppError('unavailable', 'This takes longer than usual. Look at the imports later.')
    await new Promise((done) => setTimeout(done, pauseMs))
    now = await callApi(readImport, { params: { table, id: now.id } })
  }
  if (now.state === 'failed') throw new AppError('invalid_input', now.failure ?? 'The dates could not be added.')
  return now
}

/** Adds the lesson on these days as one batch, or none of them. Resolves with the batch, which can be undone. */
async function repeatLesson(lesson: TableRecord, days: readonly string[]): Promise<string | undefined> {
  const file = new File([repeatedRows(lesson, days)], 'repeated-lesson.csv', { type: 'text/csv' })
  const checked = await settled(await callApi(startImport, { params: { table }, body: formOf(file) }))
  if (checked.create !== days.length)
    throw new AppError('invalid_input', checked.errors[0]?.message ?? 'The dates could not be added.')
  const applied = await settled(await callApi(applyImport, { params: { table, id: checked.id } }))
  return applied.batch
}

export type RepeatProps = { lesson: TableRecord; onChanged: () => void; undoBatch: (id: string) => void }

/** Asks for the last day, and adds the lessons of every week until then. */
export function RepeatDialog({ lesson, onChanged, undoBatch, onClose }: RepeatProps & { onClose: () => void }) {
  const showToast = useToast()
  const { day } = wallClock(lessonOf(lesson).startsAt)
  const [until, setUntil] = useState('')
  const days = until ? weeklyDays(day, until) : []
  const weekday = longDay(day).split(',')[0]
  const save = useSingleMutation({
    mutationKey: ['repeat-lesson', lesson.id],
    mutationFn: () => repeatLesson(lesson, days),
    onSuccess(batch) {
      showToast({
        text: `Added ${counted(days.length, 'lesson')}`,
        ...(batch && { undo: () => undoBatch(batch) }),
      })
      onChanged()
      onClose()
    },
  })
  const tooMany = days.length > maxRepeats
  return (
    <SavingDialog
      title={`Every ${weekday} until`}
      size="small"
      saving={save}
      texts={{
        submit: days.length === 0 ? 'Add lessons' : `Add ${counted(days.length, 'lesson')}`,
        busy: 'Adding...',
        failure: 'Failed to add the lessons',
      }}
      isIncomplete={days.length === 0 || tooMany}
      onClose={onClose}
    >
      {(id) => (
        <>
          <TextField
            id={`${id}-until`}
            label="Last day"
            type="date"
            required
            min={day}
            value={until}
            error={tooMany ? 'At most a year at once' : undefined}
            onValue={setUntil}
          />
          {days.length > 0 && !tooMany && (
            <p aria-live="polite">{factsText(days.map((each) => shortDay(each).replaceAll(' ', '\u00a0')))}</p>
          )}
          <p className="text-muted">Everything except the students is copied. All dates can be undone together.</p>
        </>
      )}
    </SavingDialog>
  )
}
