import type { LessonDay } from '@app/contracts/today'
import { Printer } from 'lucide-react'
import { Link } from 'wouter'
import { CancelDay } from '#features/mailings/cancel-day'
import { paths } from '#lib/paths'
import { useMayEdit } from '#lib/rights'
import { longDay } from '#lib/school-time'
import { ButtonLink } from '#ui/button'
import { WriteButton } from './write-button'

type Props = { day: LessonDay; mayEdit: boolean }

const openLessons = ({ lessons }: LessonDay) => lessons.filter(({ cancelled }) => !cancelled).map(({ id }) => id)

/** What can be done with a whole lesson day. */
export function DayActions({ day, day: { date }, mayEdit }: Props) {
  const mayChange = useMayEdit('lessons') && mayEdit
  return (
    <div className="flex flex-wrap gap-1.5 max-sm:*:px-2 sm:gap-2">
      <Link href={`${paths.roster}?date=${date}`} asChild>
        <ButtonLink variant="outline" size="small">
          <Printer className="size-4.5" />
          Roster
        </ButtonLink>
      </Link>
      {mayEdit && openLessons(day).length > 0 && (
        <WriteButton
          label={`Write to the participants of ${longDay(date)}`}
          draft={() => ({
            about: { table: 'lessons', ids: openLessons(day) },
            subject: `Lessons on ${longDay(date)}`,
            text: 'Hi {first_name},\n\n',
          })}
        />
      )}
      {mayChange && <CancelDay key={date} date={date} />}
    </div>
  )
}
