import type { DayLesson, LessonDay, LessonPerson, TodayAnswer } from '@app/contracts/today'
import { type ReactNode, useState } from 'react'
import { isMine } from '#lib/mine'
import { useSeesOwnOnly } from '#lib/rights'
import { longDay } from '#lib/school-time'
import { LoadError, Loading } from '#ui/load-state'
import { usePageTitle } from '#ui/page-title'
import { ScopeChoice } from '#ui/scope-choice'
import { conflictOf, crowdedPlace } from './conflict-of'
import { DayTabs } from './day-tabs'
import { DueInquiries } from './due-inquiries'
import { ExpiringSoon } from './expiring-soon'
import { LessonCard } from './lesson-card'
import { ReminderCalls } from './reminder-calls'
import { StartPageChoice } from './start-page-choice'
import { useDay } from './use-day'

type Props = {
  /** What can be done with a lesson, such as taking attendance. */
  lessonTools: (lesson: DayLesson, mayEdit: boolean) => ReactNode
  /** A student in the list of a lesson. */
  studentLine?: (lesson: DayLesson, student: LessonPerson) => ReactNode
  /** What can be done with a whole day, such as printing its roster. */
  dayActions?: (day: LessonDay, mayEdit: boolean) => ReactNode
  /** What comes before the inquiries to answer, apart from the lessons. */
  aside?: ReactNode
  /** What is above the day, such as the state of the connection. `keptAt`: since when the day may be outdated. */
  head?: (keptAt: string | undefined, days: readonly LessonDay[] | undefined) => ReactNode
}

const notLinked = 'You see your own lessons here once an admin has linked you to an instructor.'

/** The day at the school: lessons and people first, then inquiries to answer, then what runs out. */
export function TodayPage(props: Props) {
  usePageTitle('Today')
  const { data, keptAt, error, refetch } = useDay()
  return (
    <>
      {props.head?.(keptAt, data && (data.days ?? []))}
      {!data && <h2 className="text-2xl">Today</h2>}
      {!data && !error && <Loading>Loading today...</Loading>}
      {data && <Day data={data} {...props} />}
      {/* Below the day: nothing moves under a finger that takes attendance. */}
      {error && (
        <LoadError error={error} fallback="Failed to load today" isOutdated={!!data} onRetry={() => refetch()} />
      )}
    </>
  )
}

function Day({
  data: { date, days: all, mine, mayMarkAttendance, inquiries, expiring },
  lessonTools,
  studentLine,
  dayActions,
  aside,
}: Props & { data: TodayAnswer }) {
  const [chosen, setChosen] = useState<string>()
  const [wantsMine, setWantsMine] = useState(true)
  const isOwn = useSeesOwnOnly('lessons')
  const mineOnly = all && daysOf(all, mine)
  // Without others there is nothing to choose between.
  const hasMine = !isOwn && mineOnly !== null && mineOnly.length > 0
  const days = hasMine && wantsMine ? mineOnly : all
  const day = days?.find((each) => each.date === chosen) ?? days?.[0]
  const together = all?.find(({ date: each }) => each === day?.date)?.lessons ?? []
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,4fr)]">
      <section aria-label="Lessons" className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
        <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
          <h2 className="text-2xl">{longDay(day?.date ?? date)}</h2>
          {day && dayActions?.(day, mayMarkAttendance)}
        </div>
        {isOwn && <p className="text-muted">{mine.length > 0 ? 'Your own lessons' : notLinked}</p>}
        {hasMine && <ScopeChoice label="Whose lessons" isMine={wantsMine} onChange={setWantsMine} />}
        {days && days.length > 1 && <DayTabs days={days} today={date} selected={day!.date} onSelect={setChosen} />}
        {day && day.date !== date && !chosen && (
          <p className="text-muted">
            {days === all && !isOwn
              ? 'No lessons today. This is the next lesson day.'
              : 'You have no lessons today. This is your next lesson day.'}
          </p>
        )}
        {days && !day && (!isOwn || mine.length > 0) && (
          <p className="text-muted">{isOwn ? 'You have no lessons' : 'No lessons'} in the next two weeks.</p>
        )}
        {day?.lessons.map((lesson) => (
          <LessonCard
            key={lesson.id}
            lesson={lesson}
            conflict={conflictOf(lesson, together)}
            crowded={crowdedPlace(lesson, together)}
            studentLine={studentLine}
          >
            {lessonTools(lesson, mayMarkAttendance)}
          </LessonCard>
        ))}
      </section>
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-8">
        {aside}
        <ReminderCalls />
        {inquiries && <DueInquiries {...inquiries} />}
        <ExpiringSoon expiring={expiring} today={date} />
        <StartPageChoice />
      </div>
    </div>
  )
}

/** The days on which somebody teaches, with these lessons only. */
const daysOf = (days: readonly LessonDay[], instructors: readonly string[]): LessonDay[] =>
  days
    .map(({ date, lessons }) => ({
      date,
      lessons: lessons.filter(({ instructor }) => isMine(instructors, instructor?.id)),
    }))
    .filter(({ lessons }) => lessons.length > 0)
