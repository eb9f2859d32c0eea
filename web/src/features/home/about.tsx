import type { PageTexts } from '@app/contracts/website/page-texts'
import { labels } from '#content/frame'
import { mapTowns } from '#content/shipped-map'
import { usePage } from '#content/shown-page'
import { ExternalLink } from '#ui/external-link'
import { Picture } from './picture'
import { AreaMap } from './scene/area-map'
import { Longbow } from './scene/longbow'

const photoSizes = '(min-width: 75rem) 70rem, (min-width: 40rem) 92vw, 62vw'

/** The instructors, the place and the record of the school. */
export function About() {
  const { about, pictures } = usePage()
  return (
    <section id="about" tabIndex={-1} aria-labelledby="about-title" className="section-space bg-sunken">
      <div className="page-width grid gap-14 lg:gap-20">
        <div className="grid gap-8">
          <h2 id="about-title" className="max-w-[10.7em] text-title">
            {about.title}
          </h2>
          <div className="grid gap-x-12 gap-y-5 text-lg lg:grid-cols-2">
            {about.paragraphs.map((text) => (
              <p key={text} className="max-w-prose">
                {text}
              </p>
            ))}
          </div>
          {pictures.about ? <Picture picture={pictures.about} sizes={photoSizes} /> : <Longbow caption={about.bow} />}
        </div>
        <ScoreCard stats={about.stats} />
        <div className="grid items-center gap-x-16 gap-y-8 lg:grid-cols-[5fr_6fr]">
          <div className="grid gap-6">
            <h3 className="text-2xl">{about.placesTitle}</h3>
            <ul className="grid gap-5">
              {about.places.map(({ name, place, when, map, directions }) => (
                <li key={name} className="border-gold border-l-4 pl-4">
                  <p>
                    <strong className="font-display text-lg">{name}</strong>, {place}
                    <span className="block text-muted">{when}</span>
                    {map && (
                      <ExternalLink href={map} className="text-link">
                        {labels.map}
                      </ExternalLink>
                    )}
                  </p>
                  {directions && <p className="mt-1 max-w-prose whitespace-pre-line text-muted">{directions}</p>}
                </li>
              ))}
            </ul>
          </div>
          {mapTowns.every((town, at) => about.places[at]?.name === town) && <AreaMap />}
        </div>
      </div>
    </section>
  )
}

/** The record as a score sheet: a row of boxes, each in a color of the target. */
const ScoreCard = ({ stats }: { stats: PageTexts['about']['stats'] }) => (
  <ul className="grid grid-cols-2 overflow-hidden rounded-2xl border-2 border-ink bg-card lg:grid-cols-4">
    {stats.map(({ figure, label }) => (
      <li
        key={label}
        className="score grid content-start gap-1.5 border-line px-4 pt-6 pb-4 not-first:border-l max-lg:nth-3:border-l-0 sm:px-6 sm:pt-8 sm:pb-6"
      >
        <strong className="font-bold font-display text-figure">{figure}</strong>{' '}
        <span className="text-muted leading-snug">{label}</span>
      </li>
    ))}
  </ul>
)
