import { AttendanceSheet } from '#features/attendance/attendance-sheet'
import { useSendWaiting } from '#features/attendance/use-send-waiting'
import { TodayPage } from '#features/today/today-page'
import { DayActions } from './day-actions'

/** The Today page with attendance in each lesson. */
export function Today() {
  useSendWaiting()
  return (
    <TodayPage
      attendance={(lesson) => <AttendanceSheet lesson={lesson} />}
      dayActions={(date, mayEdit) => <DayActions date={date} mayEdit={mayEdit} />}
    />
  )
}
