import { minutes } from '@app/contracts/durations'
import { countInbound } from '@app/contracts/inbound'
import { inquiryTable } from '@app/contracts/inquiries'
import type { DayLesson, Expiry, LessonDay, LessonPerson, TodayAnswer } from '@app/contracts/today'
import { listText } from '@app/contracts/website/placeholders'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { listPath } from '#lib/list-address'
import { isMine } from '#lib/mine'
import { inboxPath } from '#lib/paths'
import { occupyingFrom, overCapacity, overCapacityText } from '#lib/place-load'
import { queryOf } from '#lib/queries'
import { useRights, useSeesOwnOnly } from '#lib/rights'
import { dateText, longDay, shortDay } from '#lib/school-time'
import { setStartsWithToday, startsWithToday } from '#lib/start-page'
import { counted } from '#lib/words'
import { CheckField } from '#ui/check-field'
import { LoadError, Loading } from '#ui/load-state'
import { usePageTitle } from '#ui/page-title'
import { ScopeChoice } from '#ui/scope-choice'
import { DueInquiries } from './due-inquiries'
import { LessonCard } from './lesson-card'
import { ReminderCalls } from './reminder-calls'
import { useDay } from './today.api'

/** Makes Today the first page of the dashboard in this browser. */
function StartPageChoice() {
  const [on, setOn] = useState(startsWithToday)
  return (
    <CheckField
      checked={on}
      onCheck={(checked) => {
        setStartsWithToday(checked)
        setOn(checked)
      }}
      className="flex min-h-11 items-center gap-3 text-muted"
    >
      Open the dashboard with Today
    </CheckField>
  )
}

/** Answers that reopened no inquiry, although a person may have written them. */
function MaybeAutomatic() {
  const rights = useRights()
  const { data } = useQuery({ ...queryOf(countInbound, {}), retry: false, enabled: rights(inquiryTable, 'view') })
  const count = data?.maybeAutomatic ?? 0
  if (count === 0) return null
  return (
    <p className="text-muted">
      <Link href={inboxPath({ view: 'automated' })} className="text-link inline-flex min-h-11 items-center">
        {counted(count, 'maybe automatic reply', 'maybe automatic replies')}
      </Link>{' '}
      in the last 7 days, judging by the subject alone. They reopened no conversation.
    </p>
  )
}

type Props = {
  /** Actions for a lesson, such as taking attendance. */
  lessonTools: (lesson: DayLesson, mayEdit: boolean) => ReactNode
  /** A student in the list of a lesson. */
  studentLine?: (lesson: DayLesson, student: LessonPerson) => ReactNode
  /** Actions for a whole day, such as printing its roster. */
  dayActions?: (day: LessonDay, mayEdit: boolean) => ReactNode
  /** Shown last, apart from the lessons. */
  aside?: ReactNode
  /** Shown above the day, such as the state of the connection. `keptAt`: since when the day may be outdated. */
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
      {data && <Day data={data} onRetry={() => refetch()} {...props} />}
      {/* Below the day: nothing moves under a finger that takes attendance. */}
      {error && (
        <LoadError error={error} fallback="Failed to load today" isOutdated={!!data} onRetry={() => refetch()} />
      )}
    </>
  )
}

function Day({
  data: { date, days: all, mine, mayMarkAttendance, inquiries, expiring, unread },
  onRetry,
  lessonTools,
  studentLine,
  dayActions,
  aside,
}: Props & { data: TodayAnswer; onRetry: () => void }) {
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
        {inquiries && <DueInquiries {...inquiries} />}
        <MaybeAutomatic />
        <ExpiringSoon expiring={expiring} today={date} />
        {unread.length > 0 && <Unread tables={unread} onRetry={onRetry} />}
        <StartPageChoice />
        {/* Loaded on their own, so last: nothing moves when they arrive. */}
        <ReminderCalls />
        {aside}
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

/** The seats at one time where the place of a lesson has room for fewer. */
const crowdedPlace = (lesson: DayLesson, others: readonly DayLesson[]): string | undefined => {
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
function conflictOf(lesson: DayLesson, others: readonly DayLesson[]): DayLesson | undefined {
  if (lesson.cancelled || !lesson.instructor) return undefined
  const { start, end } = spanOf(lesson)
  return others.find((other) => {
    if (other.id === lesson.id || other.cancelled || other.instructor?.id !== lesson.instructor?.id) return false
    const span = spanOf(other)
    return span.start < end && start < span.end
  })
}

type DayTabsProps = { days: readonly LessonDay[]; today: string; selected: string; onSelect: (date: string) => void }

const DayTabs = ({ days, today, selected, onSelect }: DayTabsProps) => (
  <fieldset className="flex flex-wrap gap-2">
    <legend className="sr-only">Lesson day</legend>
    {days.map(({ date, lessons }) => (
      <button
        key={date}
        type="button"
        aria-pressed={date === selected}
        onClick={() => onSelect(date)}
        className="min-h-11 rounded-full border-2 border-edge bg-card px-4 font-display font-semibold text-sm hover:border-forest aria-pressed:border-primary aria-pressed:bg-primary aria-pressed:text-on-primary"
      >
        {date === today ? 'Today' : shortDay(date)}
        <span className="sr-only">{`, ${counted(lessons.length, 'lesson')}`}</span>
      </button>
    ))}
  </fieldset>
)

/** Due records, as their tables describe them. */
const ExpiringSoon = ({ expiring, today }: { expiring: readonly Expiry[]; today: string }) =>
  expiring.length > 0 && (
    <section aria-labelledby="soon" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 id="soon" className="text-xl">
        Soon
      </h2>
      <ul className="grid gap-1">
        {expiring.map((each) => (
          <li key={each.id}>
            <Link
              href={listPath({ table: each.table, record: each.id })}
              className="flex min-h-11 flex-wrap items-center gap-x-2 rounded-lg px-2 hover:bg-sunken"
            >
              <span className="font-semibold">{each.label}:</span>
              <span className={each.kind === 'certificate' && each.date < today ? 'text-bad' : 'text-muted'}>
                {`${each.words} ${dateText(each.date)}`.trim()}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )

/** Tables whose days may be missing above. */
const Unread = ({ tables, onRetry }: { tables: readonly string[]; onRetry: () => void }) => (
  <p role="status" className="text-muted">
    {listText(tables)} could not be read, so days that are due there may be missing.{' '}
    <button type="button" className="text-link min-h-11" onClick={onRetry}>
      Try again
    </button>
  </p>
)
