import { StudentLine } from '#features/attendance/student-line'
import { useSendWaiting } from '#features/attendance/use-send-waiting'
import { TodayPage } from '#features/today/today-page'
import { DayActions } from './day-actions'
import { LessonTools } from './lesson-tools'

/** The Today page with what can be done in each lesson. */
export function Today() {
  useSendWaiting()
  return (
    <TodayPage
      lessonTools={(lesson, mayEdit) => <LessonTools lesson={lesson} mayEdit={mayEdit} />}
      studentLine={(lesson, student) => <StudentLine lesson={lesson} student={student} />}
      dayActions={(day, mayEdit) => <DayActions day={day} mayEdit={mayEdit} />}
    />
  )
}
