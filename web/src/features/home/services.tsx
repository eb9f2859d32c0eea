import { useRef } from 'react'
import { useSite } from '#content/shown-site'
import { servicesTitle } from '#content/site'
import { ArrowGlyph } from '#ui/drawings/arrow'
import { ExternalButton } from '#ui/external-link'
import { cardKey } from './card-key'
import { ServiceCard } from './service-card'
import { useSteadyCards } from './use-steady-cards'

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
