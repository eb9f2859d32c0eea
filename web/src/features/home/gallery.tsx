import { usePage } from '#content/shown-page'
import { Picture } from './picture'

const sizes = '(min-width: 64rem) 24rem, (min-width: 40rem) 31vw, 40vw'

/** Photos of the school. */
export function Gallery() {
  const { gallery } = usePage()
  return (
    <section id="gallery" tabIndex={-1} aria-labelledby="gallery-title" className="section-space">
      <div className="page-width grid gap-8">
        <h2 id="gallery-title" className="text-title">
          {gallery.title}
        </h2>
        <ul className="grid grid-cols-2 items-center gap-3 sm:grid-cols-3 sm:gap-5">
          {gallery.items.map((picture) => (
            <li key={picture.id}>
              <Picture picture={picture} sizes={sizes} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
