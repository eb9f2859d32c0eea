import { minutes } from '@app/contracts/durations'
import type { DayLesson } from '@app/contracts/today'

const spanOf = ({ startsAt, minutes: length }: DayLesson) => {
  const start = Date.parse(startsAt)
  return { start, end: start + minutes(length) }
}

/** Another lesson of the same instructor that overlaps; canceled ones do not count. */
export function conflictOf(lesson: DayLesson, others: readonly DayLesson[]): DayLesson | undefined {
  if (lesson.cancelled || !lesson.instructor) return undefined
  const { start, end } = spanOf(lesson)
  return others.find((other) => {
    if (other.id === lesson.id || other.cancelled || other.instructor?.id !== lesson.instructor?.id) return false
    const span = spanOf(other)
    return span.start < end && start < span.end
  })
}
