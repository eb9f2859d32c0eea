import type { PageTexts } from '@app/contracts/website/page-texts'
import { bowParts, labels, usePage } from '#content/frame'
import { mapTowns } from '#content/shipped-map'
import { ExternalLink } from '#ui/external-link'
import { Picture } from './picture'
import { AreaMap } from './scene/area-map'

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

const [tip, limb, grip, string, fistmele] = bowParts

/** A strung longbow as a plate of a field guide; the names of its parts are drawn where there is room for them. */
const Longbow = ({ caption }: { caption: string }) => (
  <figure className="grid gap-3">
    <svg viewBox="0 0 1120 190" className="w-full overflow-visible" aria-hidden="true" fill="none">
      <path d="M22 132H1098" className="stroke-muted" strokeWidth="1.6" />
      <path
        d="M18 128C170 74 360 42 510 38h100c150 4 340 36 492 90l-4 8C940 96 760 66 610 60H510C360 66 180 96 22 136Z"
        className="fill-[#a86b3a]"
      />
      <path d="M18 128C170 74 360 42 510 38h100c150 4 340 36 492 90" className="stroke-[#e5bd85]" strokeWidth="4" />
      <path d="M508 36h104l4 26H504Z" className="fill-[#6b3a20]" />
      <path
        d="M520 37v24M534 37v24M548 37v24M562 37v24M576 37v24M590 37v24M602 37v24"
        className="stroke-[#c98d57]"
        strokeWidth="2"
      />
      <path d="m14 122 14 16M1106 122l-14 16" className="stroke-[#3a2418]" strokeWidth="7" strokeLinecap="round" />
      <path d="M530 128h60v8h-60Z" className="fill-red" />
      <g className="hidden fill-ink stroke-none font-display font-semibold text-[18px] md:block">
        <text x="4" y="84">
          {tip}
        </text>
        <text x="286" y="44">
          {limb}
        </text>
        <text x="560" y="22" textAnchor="middle">
          {grip}
        </text>
        <text x="860" y="160">
          {string}
        </text>
        <text x="576" y="104">
          {fistmele}
        </text>
      </g>
      <path d="M560 66v58m-6-52 6-7 6 7m-12 46 6 7 6-7" className="hidden stroke-muted md:block" strokeWidth="1.6" />
    </svg>
    <figcaption className="text-muted">{caption}</figcaption>
  </figure>
)
