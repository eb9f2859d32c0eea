import { lessonOf } from '@app/contracts/lessons'
import { CalendarSync } from 'lucide-react'
import { useState } from 'react'
import { SmallButton } from '#ui/button'
import { onDemand } from '#ui/chunk'
import type { RepeatProps } from './repeat-dialog'

const RepeatDialog = onDemand(() => import('./repeat-dialog').then((file) => file.RepeatDialog))

/** Opens the dialog that adds a lesson every week. */
export function RepeatLesson(props: RepeatProps) {
  const [open, setOpen] = useState(false)
  if (Number.isNaN(Date.parse(lessonOf(props.lesson).startsAt))) return null
  return (
    <>
      <SmallButton onClick={() => setOpen(true)}>
        <CalendarSync className="size-4.5" />
        Repeat
      </SmallButton>
      {open && <RepeatDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
