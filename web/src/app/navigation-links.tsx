import { Link, useLocation } from 'wouter'
import { useIsAdmin, useRights } from '#lib/rights'
import { navigation, type Place } from './navigation'

type Props = { in: Place['in']; className: string; iconClass: string; labelClass?: string }

/** The links of one part of the navigation, as far as the user may follow them. */
export function NavigationLinks({ in: part, className, iconClass, labelClass }: Props) {
  const [current] = useLocation()
  const isAdmin = useIsAdmin()
  const may = useRights()
  return navigation
    .filter((place) => place.in === part && (isAdmin || !place.admins) && (!place.table || may(place.table, 'view')))
    .map(({ path, href, label, icon: Icon, isOutside }) => {
      const content = (
        <>
          <Icon className={iconClass} aria-hidden="true" />
          <span className={labelClass}>{label}</span>
        </>
      )
      // The website and the API reference are not pages of this program.
      return isOutside ? (
        <a key={path} href={href} title={labelClass && label} className={className}>
          {content}
        </a>
      ) : (
        <Link
          key={path}
          href={href}
          title={labelClass && label}
          className={className}
          aria-current={path === current ? 'page' : undefined}
        >
          {content}
        </Link>
      )
    })
}
