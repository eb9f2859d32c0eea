import { portraitUrl } from '@app/contracts/website/picture-address'
import { labels } from '#content/frame'
import { usePage } from '#content/shown-page'
import { Picture } from './picture'

const sizes = '(min-width: 64rem) 17rem, (min-width: 40rem) 31vw, 45vw'
/** Faces are above the middle. */
const shape = { decorative: false, focus: { x: 0.5, y: 0.3 }, crop: 'tall' } as const

/** The instructors who are shown, with the photos of their records. */
export function Instructors() {
  const { instructors } = usePage()
  return (
    <section id="instructors" tabIndex={-1} aria-labelledby="instructors-title" className="section-space">
      <div className="page-width grid gap-8">
        <h2 id="instructors-title" className="text-title">
          {labels.instructors}
        </h2>
        <ul className="grid grid-cols-2 gap-x-3 gap-y-8 sm:grid-cols-3 sm:gap-x-5 lg:grid-cols-4">
          {instructors.map(({ name, certificate, photo }) => (
            <li key={name} className="grid content-start gap-3">
              {photo ? (
                <Picture picture={{ ...photo, ...shape, alt: name }} sizes={sizes} urlOf={portraitUrl} />
              ) : (
                <span
                  aria-hidden="true"
                  className="grid aspect-4/5 place-items-center rounded-2xl bg-sunken font-display text-figure text-muted"
                >
                  {[...name][0]}
                </span>
              )}
              <p className="leading-snug">
                <strong className="font-display text-lg">{name}</strong>
                {certificate && <span className="block text-muted">{certificate}</span>}
              </p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
