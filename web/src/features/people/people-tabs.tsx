import { Link, useLocation } from 'wouter'
import { paths } from '#lib/paths'

const pages = [
  { href: paths.people, label: 'People' },
  { href: paths.serviceAccounts, label: 'Service accounts' },
  { href: paths.webhooks, label: 'Webhooks' },
  { href: paths.incoming, label: 'Incoming bookings' },
] as const

/** Who has access: people and programs, and what programs are told. */
export function PeopleTabs() {
  const [current] = useLocation()
  return (
    <nav aria-label="Access" className="flex flex-wrap gap-2">
      {pages.map(({ href, label }) => (
        <Link
          key={href}
          href={href}
          aria-current={href === current ? 'page' : undefined}
          className="inline-flex min-h-11 items-center rounded-full border-2 border-edge bg-card px-4 font-display font-semibold hover:border-forest hover:bg-sunken aria-[current]:border-primary aria-[current]:bg-primary aria-[current]:text-on-primary"
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
