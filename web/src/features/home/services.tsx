import { BowArrow, Cake, GraduationCap, Hammer, Target, Trophy, Users } from 'lucide-react'
import { type ServiceCard, type ServiceIcon, serviceCards, servicesIntro } from '../../content/services'
import { site } from '../../content/site'
import { ExternalButton, ExternalLink } from '../../ui/external-link'

const icons: Record<ServiceIcon, typeof Target> = {
  lessons: Target,
  school: GraduationCap,
  party: Cake,
  team: Users,
  bow: Hammer,
  league: Trophy,
}

/** What the school offers, one card for each. */
export const Services = () => (
  <section id="services" tabIndex={-1} aria-labelledby="services-title" className="section-space">
    <div className="page-width grid gap-10">
      <div className="grid gap-3">
        <h2 id="services-title" className="text-[clamp(2rem,4.5vw,3rem)]">
          {servicesIntro.title}
        </h2>
        <p className="max-w-prose text-lg text-muted">{servicesIntro.intro}</p>
      </div>
      <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {serviceCards.map((card) => (
          <Card key={card.title} card={card} />
        ))}
      </ul>
      <ExternalButton href={site.booking} size="large" className="justify-self-center">
        <BowArrow className="size-6 shrink-0" />
        {servicesIntro.banner}
      </ExternalButton>
    </div>
  </section>
)

function Card({ card: { icon, title, description, cta } }: { card: ServiceCard }) {
  const Icon = icons[icon]
  return (
    <li className="flex flex-col gap-3 rounded-2xl border border-line bg-card p-6 shadow-card">
      <Icon className="size-9 text-accent" strokeWidth={1.75} />
      <h3 className="text-[1.35rem]">{title}</h3>
      <p className="text-muted">{description}</p>
      <div className="mt-auto flex flex-wrap items-center gap-x-5 gap-y-2 pt-2">
        <ExternalButton href={site.booking} aria-label={`Book Here: ${title} (opens in a new tab)`}>
          {servicesIntro.card}
        </ExternalButton>
        {cta.type === 'link' ? (
          <ExternalLink href={cta.value} className="text-link py-2 font-semibold">
            {cta.label}
          </ExternalLink>
        ) : (
          <a href={`mailto:${cta.value}?subject=${encodeURIComponent(title)}`} className="text-link py-2 font-semibold">
            {cta.label}
          </a>
        )}
      </div>
    </li>
  )
}
