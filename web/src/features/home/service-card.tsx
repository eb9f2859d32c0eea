import type { PageCard } from '@app/contracts/website/page-texts'
import { useSite } from '#content/shown-site'
import { ExternalButton, ExternalLink } from '#ui/external-link'
import { Badge } from './scene/badges'

/** One service: what it is, one way to know more, and one button, which books it. */
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
