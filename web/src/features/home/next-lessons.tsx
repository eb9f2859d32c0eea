import { priceText } from '@app/contracts/card-title'
import type { SiteLesson } from '@app/contracts/site'
import { useAtomValue } from 'jotai'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useSite } from '#content/shown-site'
import { askId, nextLessons as texts } from '#content/site'
import { dayAtSchool, longDay, schoolTime } from '#lib/school-time'
import { ExternalLink } from '#ui/external-link'
import { nextLessonsAtom } from './site-content.atoms'

const listed = 6

/** The public lessons of the next lesson days, as schema.org events; nothing while there are none. */
export function NextLessons() {
  const place = useRef<HTMLDivElement>(null)
  const lessons = useOutOfSight(useSite().lessons, useAtomValue(nextLessonsAtom), place)
  const first = lessons.slice(0, listed)
  const more = lessons.slice(listed)
  return (
    <div ref={place}>
      {first.length > 0 && (
        <section aria-labelledby="next-lessons" className="bg-meadow pb-10 md:pb-12">
          <div className="page-width grid gap-4">
            <h2 id="next-lessons" className="text-2xl text-on-woods">
              {texts.title}
            </h2>
            <Lessons lessons={first} />
            {more.length > 0 && (
              <details>
                <summary className="min-h-11 content-center font-display font-semibold text-on-woods focus-visible:outline-ember">
                  {texts.more} ({more.length})
                </summary>
                <Lessons lessons={more} />
              </details>
            )}
          </div>
        </section>
      )}
    </div>
  )
}

const Lessons = ({ lessons }: { lessons: readonly SiteLesson[] }) => (
  <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
    {lessons.map((lesson) => (
      <Lesson key={lesson.id} lesson={lesson} />
    ))}
  </ul>
)

function Lesson({ lesson }: { lesson: SiteLesson }) {
  const { title, placeName, startsAt, minutes, full, topic = 'lessons' } = lesson
  const { name } = useSite()
  const endsAt = new Date(Date.parse(startsAt) + minutes * 60_000).toISOString()
  const when = `${longDay(dayAtSchool(startsAt))}, ${schoolTime(startsAt)}`
  const said = `"${title}" on ${when}${placeName && ` (${placeName})`}`
  return (
    <li
      itemScope
      itemType="https://schema.org/Event"
      className="grid content-start gap-0.5 rounded-xl border border-line bg-card px-4 py-3 leading-snug"
    >
      <meta itemProp="name" content={`${name}: ${title}`} />
      <meta itemProp="endDate" content={endsAt} />
      <meta itemProp="eventStatus" content="https://schema.org/EventScheduled" />
      <time itemProp="startDate" dateTime={startsAt} className="font-semibold">
        {when}
      </time>
      <span>{title}</span>
      <Place lesson={lesson} />
      <Offer lesson={lesson} />
      {/* The contact form takes the sentence over (features/contact). */}
      <a
        href={`#${askId(topic)}`}
        data-ask={(full ? texts.waiting : texts.seat)(said)}
        className="text-link mt-auto flex min-h-11 items-center font-display font-semibold"
      >
        {full ? texts.wait : texts.ask}
        <span className="sr-only">
          {' '}
          in {title}, {when}
        </span>
      </a>
    </li>
  )
}

/** The town, and where in it as far as the facts of the website say so. */
function Place({ lesson: { placeName } }: { lesson: SiteLesson }) {
  const known = useSite().places.find(({ town }) => town === placeName)
  return (
    <span itemProp="location" itemScope itemType="https://schema.org/Place" className="text-muted">
      <span itemProp="name">{placeName}</span>
      {known && (
        <>
          {', '}
          <span itemProp="address">{known.place}</span>
        </>
      )}
      {known?.map && (
        <>
          {' '}
          <ExternalLink href={known.map} itemProp="hasMap" className="text-link">
            {texts.map}
          </ExternalLink>
        </>
      )}
    </span>
  )
}

const schema = 'https://schema.org'

function Offer({ lesson: { price, free, full } }: { lesson: SiteLesson }) {
  const seats = full ? texts.full : free === undefined ? '' : texts.free(free)
  const cost = price === undefined ? '' : price === 0 ? texts.noPrice : priceText(price)
  return (
    <span itemProp="offers" itemScope itemType={`${schema}/Offer`}>
      {price !== undefined && (
        <>
          <meta itemProp="price" content={String(price)} />
          <meta itemProp="priceCurrency" content="USD" />
        </>
      )}
      <link itemProp="availability" href={`${schema}/${full ? 'SoldOut' : 'InStock'}`} />
      {cost}
      {cost && seats && ', '}
      {full ? <strong>{seats}</strong> : seats}
    </span>
  )
}

/** True if a change of height at this element moves nothing that the visitor sees. */
function isOutOfSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= innerHeight || (bottom <= 0 && CSS.supports('overflow-anchor', 'auto'))
}

/**
 * The first value, then the latest one, taken over only while the element around it is out of sight, so that nothing
 * visible moves.
 */
function useOutOfSight<Value>(first: Value, latest: Value, around: RefObject<HTMLElement | null>): Value {
  const [shown, setShown] = useState(first)
  useEffect(() => {
    if (shown === latest) return
    const update = () => {
      if (around.current && isOutOfSight(around.current)) setShown(latest)
    }
    update()
    addEventListener('scroll', update, { passive: true })
    addEventListener('resize', update)
    return () => {
      removeEventListener('scroll', update)
      removeEventListener('resize', update)
    }
  }, [latest, shown, around])
  return shown
}
