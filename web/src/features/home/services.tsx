import type { PageCard } from '@app/contracts/website/page-texts'
import { useRef } from 'react'
import { useSite } from '#content/shown-site'
import { servicesTitle } from '#content/site'
import { ArrowGlyph } from '#ui/drawings'
import { ExternalButton, ExternalLink } from '#ui/external-link'
import { cardKey } from './card-key'
import { Badge } from './scene/badges'
import { useSteadyCards } from './use-steady-cards'

/** One service: what it is, one way to know more, and one button, which books it. */
function ServiceCard({ card: { icon, title, description, cta } }: { card: PageCard }) {
  const { services, booking } = useSite()
  return (
    <li className="relative flex flex-col gap-3 rounded-2xl border border-line bg-card px-6 pt-16 pb-6 shadow-card">
      <span className="badge-seat absolute -top-10 left-5">
        <Badge icon={icon} />
      </span>
      <h3 className="text-[1.4rem]">{title}</h3>
      <p className="text-muted">{description}</p>
      <p className="mb-2">
        {cta.type === 'link' ? (
          <ExternalLink href={cta.value} className="text-link font-semibold">
            {cta.label}
          </ExternalLink>
        ) : (
          <a href={`mailto:${cta.value}?subject=${encodeURIComponent(title)}`} className="text-link font-semibold">
            {cta.label}
          </a>
        )}
      </p>
      <ExternalButton
        href={booking}
        aria-label={`${services.book}: ${title} (opens in a new tab)`}
        className="mt-auto self-start"
      >
        {services.book}
      </ExternalButton>
    </li>
  )
}

/** The services of the school, one card each. */
export function Services() {
  const { services, booking } = useSite()
  const grid = useRef<HTMLUListElement>(null)
  const cards = useSteadyCards(grid)
  return (
    <section id="services" tabIndex={-1} aria-labelledby="services-title" className="section-space">
      <div className="page-width grid gap-12">
        <div className="grid gap-x-12 gap-y-4 lg:grid-cols-[7fr_5fr] lg:items-end">
          <h2 id="services-title" className="text-title">
            {servicesTitle(services.title, cards.length)}
          </h2>
          <p className="max-w-[22.9em] text-lead text-muted">{services.intro}</p>
        </div>
        <ul ref={grid} className="grid gap-x-6 gap-y-14 pt-8 sm:grid-cols-2 lg:grid-cols-3">
          {cards.map((card, at) => (
            <ServiceCard key={cardKey(card, at)} card={card} />
          ))}
        </ul>
        <ExternalButton href={booking} size="large" className="justify-self-center">
          {services.banner}
          <ArrowGlyph />
        </ExternalButton>
      </div>
    </section>
  )
}
