import { usePage } from '#content/shown-page'

/** What people said of the school. */
export function Testimonials() {
  const { testimonials } = usePage()
  return (
    <section id="testimonials" tabIndex={-1} aria-labelledby="testimonials-title" className="section-space">
      <div className="page-width grid gap-8">
        <h2 id="testimonials-title" className="text-title">
          {testimonials.title}
        </h2>
        <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
          {testimonials.items.map(({ text, author }) => (
            <li key={text}>
              <figure className="grid gap-3 border-gold border-l-4 pl-4">
                <blockquote className="max-w-prose whitespace-pre-line text-lg">{text}</blockquote>
                <figcaption className="text-muted">{author}</figcaption>
              </figure>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
