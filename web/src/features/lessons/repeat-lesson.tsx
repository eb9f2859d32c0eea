import type { TableRecord } from '@app/contracts/tables'
import { useSetAtom } from 'jotai'
import { CalendarSync } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { failureText } from '#lib/failure-text'
import { longDay, shortDay } from '#lib/school-time'
import { useSingleMutation } from '#lib/use-single-mutation'
import { counted } from '#lib/words'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { TextField } from '#ui/field'
import { Notice } from '#ui/notice'
import { showToastAtom } from '#ui/toast'
import { maxRepeats, wallClock, weeklyDays } from './repeat-dates'
import { repeatLesson } from './repeated-lessons'

type Props = { lesson: TableRecord; onChanged: () => void; undoBatch: (id: string) => void }

/** Opens the dialog that adds a lesson every week. */
export function RepeatLesson(props: Props) {
  const [open, setOpen] = useState(false)
  if (Number.isNaN(Date.parse(String(props.lesson['starts_at'])))) return null
  return (
    <>
      <Button size="small" variant="outline" className="justify-self-start" onClick={() => setOpen(true)}>
        <CalendarSync className="size-4.5" />
        Repeat
      </Button>
      {open && <RepeatDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function RepeatDialog({ lesson, onChanged, undoBatch, onClose }: Props & { onClose: () => void }) {
  const form = useId()
  const showToast = useSetAtom(showToastAtom)
  const { day } = wallClock(String(lesson['starts_at']))
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
  function submit(event: FormEvent) {
    event.preventDefault()
    save.mutate()
  }
  return (
    <Dialog
      title={`Every ${weekday} until`}
      size="small"
      busy={save.isPending}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" disabled={save.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} disabled={save.isPending || days.length === 0 || tooMany}>
            {save.isPending ? 'Adding...' : days.length === 0 ? 'Add lessons' : `Add ${counted(days.length, 'lesson')}`}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="grid gap-4">
        <TextField
          id={`${form}-until`}
          label="Last day"
          type="date"
          required
          min={day}
          value={until}
          error={tooMany ? 'At most a year at once' : undefined}
          onChange={({ target }) => setUntil(target.value)}
        />
        {days.length > 0 && !tooMany && <p aria-live="polite">{days.map(shortDay).join(' · ')}</p>}
        <p className="text-muted">Everything except the students is copied. All dates can be undone together.</p>
        {save.error && (
          <Notice tone="bad">
            <p>{failureText(save.error, 'Failed to add the lessons')}</p>
          </Notice>
        )}
      </form>
    </Dialog>
  )
}
