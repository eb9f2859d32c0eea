import { Link, useLocation } from 'wouter'
import { useMayOpen } from './may-open'
import { navigation, type Place } from './navigation'

type Props = {
  in: Place['in']
  /** These paths alone. */
  only?: readonly string[]
  className: string
  iconClass: string
  labelClass?: string
}

/** The links of one part of the navigation, as far as the user may follow them. */
export function NavigationLinks({ in: part, only, className, iconClass, labelClass }: Props) {
  const [current] = useLocation()
  const mayOpen = useMayOpen()
  return navigation
    .filter((place) => place.in === part && (!only || only.includes(place.path)) && mayOpen(place))
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
