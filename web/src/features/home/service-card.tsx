import type { CardIcon } from '@app/contracts/site'
import type { PageCard } from '@app/contracts/website/page-texts'
import { useSite } from '#content/shown-site'
import { askId } from '#content/site'
import { ButtonLink } from '#ui/button'
import { ExternalButton, ExternalLink } from '#ui/external-link'
import { Badge } from './scene/badges'

/** One service: what it is, a way to book it, and a page to open or a way to ask. */
export function ServiceCard({ card: { icon, title, description, cta } }: { card: PageCard }) {
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
      <div className="mt-auto flex flex-wrap gap-2.5">
        <ExternalButton href={booking} aria-label={`${services.book}: ${title} (opens in a new tab)`}>
          {services.book}
        </ExternalButton>
        {cta.type === 'email' && <AskLink label={services.ask} topic={icon} title={title} />}
      </div>
    </li>
  )
}

/** Leads to the contact form with the interest chosen, which follows such links itself. */
const AskLink = ({ label, topic, title }: { label: string; topic: CardIcon; title: string }) => (
  <ButtonLink href={`#${askId(topic)}`} variant="outline" aria-label={`${label}: ${title}`}>
    {label}
  </ButtonLink>
)
