import { minutes } from '@app/contracts/durations'
import { interestTopics } from '@app/contracts/interest-topic'
import { readSite, type SiteLesson } from '@app/contracts/site'
import { useQuery } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { queryOf } from '#lib/queries'
import { dayAtSchool, longDay, schoolTime, shortDay } from '#lib/school-time'
import { useNow } from '#lib/use-now'
import { counted } from '#lib/words'
import { SmallButton } from '#ui/button'

const maxOffered = 3

/** The next lessons with a free seat that an interest is about, of those that visitors see. */
export function freeLessons(lessons: readonly SiteLesson[], interest: string, now: number): SiteLesson[] {
  const topic = interestTopics[interest]
  return lessons
    .filter((one) => topic !== undefined && one.topic === topic && !one.full && Date.parse(one.startsAt) > now)
    .toSorted((one, other) => one.startsAt.localeCompare(other.startsAt))
    .slice(0, maxOffered)
}

const lineOf = ({ title, startsAt, placeName }: SiteLesson) =>
  `- ${title}: ${longDay(dayAtSchool(startsAt))} at ${schoolTime(startsAt)}, ${placeName}`

/** An answer that names these lessons: a short one where it is empty, else before its last paragraph, which takes leave. */
export function withLessons(text: string, lessons: readonly SiteLesson[], name: string): string {
  const offer = `These lessons have free seats:\n\n${lessons.map(lineOf).join('\n')}`
  const paragraphs = text.trim().split(/\n{2,}/)
  if (text.trim() === '') return `Hi ${name.trim().split(/\s+/)[0] || 'there'},\n\n${offer}\n\nWhich one suits you?`
  const last = paragraphs.length > 1 ? paragraphs.pop() : undefined
  return [...paragraphs, offer, ...(last === undefined ? [] : [last])].join('\n\n')
}

type Props = { interest: string; onInsert: (lessons: readonly SiteLesson[]) => void }

/** The next lessons with a free seat, to put into an answer that is not written yet. */
export function LessonOffer({ interest, onInsert }: Props) {
  const now = useNow()
  const { data } = useQuery({
    ...queryOf(readSite),
    enabled: interestTopics[interest] !== undefined,
    staleTime: minutes(1),
    retry: false,
  })
  const lessons = freeLessons(data?.lessons ?? [], interest, now)
  const offer = useRef<HTMLElement>(null)
  const isShown = lessons.length > 0
  // It appears after the answer was brought into view, and would push it down.
  useLayoutEffect(() => {
    const pane = offer.current?.closest('[data-pane]')
    if (isShown && pane) pane.scrollTop += offer.current?.offsetHeight ?? 0
  }, [isShown])
  if (!isShown) return null
  return (
    <section
      ref={offer}
      aria-label="Lessons with free seats"
      className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm"
    >
      <ul className="mr-auto flex flex-wrap gap-x-4 gap-y-0.5 text-muted">
        {lessons.map(({ id, title, startsAt, free }) => (
          <li key={id} title={title}>
            {shortDay(dayAtSchool(startsAt))}, {schoolTime(startsAt)}
            {free !== undefined && `: ${counted(free, 'free seat')}`}
          </li>
        ))}
      </ul>
      <SmallButton onClick={() => onInsert(lessons)}>
        <CalendarPlus className="size-4" />
        Insert these lessons
      </SmallButton>
    </section>
  )
}
