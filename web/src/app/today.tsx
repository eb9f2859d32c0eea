import { StudentLine } from '#features/attendance/student-line'
import { SetupCard } from '#features/setup/setup-card'
import { TodayPage } from '#features/today/today-page'
import { useIsAdmin } from '#lib/rights'
import { DayActions } from './day-actions'
import { LessonTools } from './lesson-tools'
import { RangeHead, RangeHost } from './range/range-host'

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
