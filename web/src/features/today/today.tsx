import type { LessonDay } from '@app/contracts/today'
import { Printer } from 'lucide-react'
import { Link } from 'wouter'
import { StudentLine } from '#features/attendance/attendance-sheet'
import { CancelDay } from '#features/mailings/cancel-day'
import { WriteButton } from '#features/mailings/mail-draft'
import { SetupCard } from '#features/setup/setup-card'
import { paths } from '#lib/paths'
import { useIsAdmin, useMayEdit } from '#lib/rights'
import { longDay } from '#lib/school-time'
import { ButtonLink } from '#ui/button'
import { LessonTools } from './lesson-tools'
import { RangeHead, RangeHost } from './offline/range-host'
import { TodayPage } from './today-page'

/** The Today page with what can be done in each lesson, also without a connection. */
export const Today = () => {
  const isAdmin = useIsAdmin()
  return (
    <RangeHost>
      <TodayPage
        aside={isAdmin && <SetupCard />}
        head={(keptAt, days) => <RangeHead keptAt={keptAt} days={days} />}
        lessonTools={(lesson, mayEdit) => <LessonTools lesson={lesson} mayEdit={mayEdit} />}
        studentLine={(lesson, student) => <StudentLine lesson={lesson} student={student} />}
        dayActions={(day, mayEdit) => <DayActions day={day} mayEdit={mayEdit} />}
      />
    </RangeHost>
  )
}

type Props = { day: LessonDay; mayEdit: boolean }

const openLessons = ({ lessons }: LessonDay) => lessons.filter(({ cancelled }) => !cancelled).map(({ id }) => id)

function DayActions({ day, day: { date }, mayEdit }: Props) {
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
