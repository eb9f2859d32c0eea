import { usePage } from '#content/frame'
import { topId } from '#content/site'
import { Arrow, ArrowGlyph, TargetFace } from '#ui/drawings'
import { ExternalButton } from '#ui/external-link'
import { Announcement } from './announcements'
import { heroPhotoSizes, Picture } from './picture'
import { Range } from './scene/range'
import { byUrgency } from './site-content.atoms'

/** Headline, booking button and the four stat tiles, with a photo or over a drawing of the range. */
export function Hero() {
  const { hero, pictures } = usePage()
  return (
    <section id={topId} tabIndex={-1} aria-labelledby="hero-title" className="bg-meadow">
      <div className="sky relative isolate overflow-hidden">
        <Stars />
        {pictures.hero ? (
          <div className="page-width grid gap-y-8 pt-29 pb-14 md:pt-34 md:pb-18 lg:grid-cols-2 lg:gap-x-12 lg:pb-24">
            <div className="min-w-0">
              <RoomForNews />
              <Headline />
            </div>
            <div className="hero-photo">
              <Picture picture={pictures.hero} sizes={heroPhotoSizes} isFirst />
            </div>
          </div>
        ) : (
          <>
            <Sun />
            <Range />
            <div className="page-width relative hero-room pt-29 md:pt-34">
              <RoomForNews />
              <Headline />
            </div>
          </>
        )}
      </div>
      <div className="page-width relative -mt-3 pb-10 md:pb-12">
        <ul className="plank grid grid-cols-2 gap-y-1 px-2 py-3 sm:px-4 lg:grid-cols-4 lg:py-2">
          {hero.stats.map(({ figure, label }) => (
            <li
              key={label}
              className="grid content-start gap-1 px-3 py-3 lg:not-first:border-l lg:border-on-wood/25 lg:px-6"
            >
              <strong className="font-bold font-display text-figure">{figure}</strong>{' '}
              <span className="leading-snug">{label}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function Headline() {
  const { hero, booking } = usePage()
  return (
    <div className="grid max-w-[44rem] justify-items-start gap-5 md:gap-6">
      <p className="eyebrow">{hero.eyebrow}</p>
      <h1 id="hero-title" className="max-w-[7.34em] text-display">
        {hero.headline}
      </h1>
      <p className="max-w-[22.9em] text-lead">{hero.intro}</p>
      <ExternalButton href={booking} variant="accent" size="large">
        {hero.action}
        <ArrowGlyph />
      </ExternalButton>
    </div>
  )
}

/**
 * The room that the announcements of the rendered page take below the header, beyond the line that the hero keeps free: of a
 * closure, and without JavaScript of all of them. It stays when they end or are dismissed, so that nothing moves.
 */
function RoomForNews() {
  const announcements = byUrgency(usePage().announcements)
  if (announcements.length === 0) return null
  return (
    <div aria-hidden="true" className="news-room">
      <ul>
        {announcements.map((each) => (
          <Announcement key={each.id} announcement={each} />
        ))}
      </ul>
      {/* As wide as the buttons. */}
      <span className={announcements.length > 1 ? 'w-22' : 'w-10'} />
    </div>
  )
}

/** A target in the sky: the sun by day, the moon by night. An arrow is in its center. */
const Sun = () => (
  <svg viewBox="0 0 200 200" className="sun" aria-hidden="true">
    <TargetFace />
    <g className="shot">
      <g transform="translate(104 97) rotate(-26) scale(.72)">
        <Arrow />
      </g>
    </g>
  </svg>
)

/** Stars, which the style sheet shows by night. */
const Stars = () => (
  <svg
    viewBox="0 0 1440 600"
    preserveAspectRatio="xMidYMin slice"
    className="night absolute inset-0 size-full fill-[#dfe9ff]"
    aria-hidden="true"
  >
    {stars.map(([x, y, r]) => (
      <circle key={x} cx={x} cy={y} r={r} />
    ))}
  </svg>
)

/** None is behind the text of the hero in windows from 320 to 2,560 pixels wide. */
const stars = [
  [60, 130, 1.6],
  [148, 300, 1.1],
  [236, 92, 1.2],
  [352, 62, 1.7],
  [470, 56, 1.1],
  [566, 440, 1.3],
  [640, 60, 1.9],
  [694, 425, 1.2],
  [838, 130, 1.5],
  [905, 330, 1.1],
  [1004, 110, 1.4],
  [1240, 92, 1.7],
  [1330, 250, 1.3],
  [1400, 140, 1.1],
] as const
