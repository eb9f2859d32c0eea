import type { SiteLesson } from '@app/contracts/site'
import { useAtomValue } from 'jotai'
import { useRef } from 'react'
import { useSite } from '#content/shown-site'
import { nextLessons as texts } from '#content/site'
import { dayAtSchool, longDay, schoolTime } from '#lib/school-time'
import { nextLessonsAtom } from './site-content.atoms'
import { useOutOfSight } from './use-out-of-sight'

const none: readonly SiteLesson[] = []

/** The public lessons of the next lesson days, as schema.org events; nothing while there are none. */
export function NextLessons() {
  const place = useRef<HTMLDivElement>(null)
  const lessons = useOutOfSight(none, useAtomValue(nextLessonsAtom), place)
  return (
    <div ref={place}>
      {lessons.length > 0 && (
        <section aria-labelledby="next-lessons" className="grid gap-2">
          <h3 id="next-lessons" className="text-xl">
            {texts.title}
          </h3>
          <ul className="grid gap-1.5">
            {lessons.map((lesson) => (
              <Lesson key={lesson.id} lesson={lesson} />
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function Lesson({ lesson: { title, placeName, startsAt, minutes, full } }: { lesson: SiteLesson }) {
  const { name } = useSite()
  const endsAt = new Date(Date.parse(startsAt) + minutes * 60_000).toISOString()
  return (
    <li itemScope itemType="https://schema.org/Event" className="border-gold border-l-4 pl-3 leading-snug">
      <meta itemProp="name" content={`${name}: ${title}`} />
      <meta itemProp="endDate" content={endsAt} />
      <meta itemProp="eventStatus" content="https://schema.org/EventScheduled" />
      <time itemProp="startDate" dateTime={startsAt} className="font-semibold">
        {longDay(dayAtSchool(startsAt))}, {schoolTime(startsAt)}
      </time>
      ,{' '}
      <span itemProp="location" itemScope itemType="https://schema.org/Place">
        <span itemProp="name">{placeName}</span>
      </span>
      <span className="block text-on-woods-soft">
        {title}
        {full && <strong> ({texts.full})</strong>}
      </span>
    </li>
  )
}
