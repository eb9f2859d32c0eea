import { minutes } from '@app/contracts/durations'
import type { DayLesson } from '@app/contracts/today'
import { occupyingFrom, overCapacity, overCapacityText } from '#lib/place-load'

/** How many seats there are at once where the place of a lesson has room for fewer. */
export const crowdedPlace = (lesson: DayLesson, others: readonly DayLesson[]): string | undefined => {
  const capacity = lesson.placeCapacity ?? undefined
  const most = overCapacity(
    occupying(lesson),
    others.flatMap((other) => occupying(other) ?? []),
    capacity,
  )
  return most === undefined ? undefined : `${lesson.place}: ${overCapacityText(most, capacity!)}`
}

const occupying = ({ startsAt, placeValue, ...lesson }: DayLesson) =>
  occupyingFrom({ ...lesson, place: placeValue, starts_at: startsAt })

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
