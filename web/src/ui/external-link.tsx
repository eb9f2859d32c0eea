import type { AnchorHTMLAttributes, ReactNode } from 'react'
import { ButtonLink } from './button'

const newTab = { target: '_blank', rel: 'noopener noreferrer' } as const

const NewTabHint = () => <span className="sr-only"> (opens in a new tab)</span>

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; children: ReactNode }

/** A link to another site: opens a new tab and announces that. */
export const ExternalLink = ({ children, ...rest }: Props) => (
  <a {...newTab} {...rest}>
    {children}
    <NewTabHint />
  </a>
)

export const ExternalButton = ({ children, ...rest }: Props & Parameters<typeof ButtonLink>[0]) => (
  <ButtonLink {...newTab} {...rest}>
    {children}
    <NewTabHint />
  </ButtonLink>
)
