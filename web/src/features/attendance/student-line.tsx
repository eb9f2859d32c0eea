import type { DayLesson, LessonPerson } from '@app/contracts/today'
import { Check, Clock3, X } from 'lucide-react'
import { StudentBadges } from '#ui/badge'
import { PhoneLink } from '#ui/phone-link'
import { EmergencyButton } from './emergency-card'
import { markNames } from './marks'
import { useMarks } from './use-attendance'

const icons = { present: Check, absent: X, excused: Clock3 }
const tones = {
  present: 'border-good-line bg-good-soft text-good',
  absent: 'border-bad-line bg-bad-soft text-bad',
  excused: 'border-warn-line bg-warn-soft text-warn',
}

type Props = { lesson: DayLesson; student: LessonPerson }

/** A student in the list of a lesson: how they are marked, their number and badges; the name opens the emergency card. */
export function StudentLine({ lesson, student }: Props) {
  const mark = useMarks(lesson)[student.id]
  const Icon = mark && icons[mark]
  return (
    <>
      <EmergencyButton student={student} />
      {Icon && (
        <span
          className={`inline-flex items-center gap-1 rounded-full border px-2 py-px font-semibold text-[0.8rem] ${tones[mark]}`}
        >
          <Icon className="size-3.5" aria-hidden="true" />
          {markNames[mark]}
        </span>
      )}
      {student.phone && <PhoneLink phone={student.phone} name={student.phoneOf ?? student.label} />}
      <StudentBadges student={student} badges={student.badges} />
    </>
  )
}
