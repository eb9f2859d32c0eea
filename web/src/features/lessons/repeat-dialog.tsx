import { lessonOf } from '@app/contracts/lessons'
import type { TableRecord } from '@app/contracts/tables'
import { useState } from 'react'
import { useSingleMutation } from '#lib/queries'
import { longDay, shortDay } from '#lib/school-time'
import { counted, factsText } from '#lib/words'
import { TextField } from '#ui/field'
import { SavingDialog } from '#ui/saving-dialog'
import { useToast } from '#ui/toast'
import { maxRepeats, repeatLesson, wallClock, weeklyDays } from './repeated-lessons'

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
