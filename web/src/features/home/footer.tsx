import { isWordmark } from '@app/contracts/website/logo-sizes'
import { labels } from '#content/frame'
import { usePage } from '#content/shown-page'
import { sectionsWithout, topId } from '#content/site'
import { BrandMark, Logo } from '#ui/brand-mark'
import { ExternalLink } from '#ui/external-link'
import { BackToTop } from './back-to-top'
import { EveningHills } from './scene/evening-hills'
import { SocialIcon } from './social-icon'

const link = 'inline-flex min-h-9 items-center underline-offset-4 hover:underline'

/** Quick links, social profiles and legal pages. */
export function Footer() {
  const { name, logo, footer, hidden } = usePage()
  return (
    <footer className="on-woods text-on-woods">
      <EveningHills />
      <div className="bg-woods">
        <div className="page-width grid gap-8 pt-8 pb-12 sm:grid-cols-[2fr_1fr_1fr]">
          <div className="grid content-start gap-3">
            <p className="flex items-center gap-2.5 font-bold font-display text-lg">
              {logo ? <Logo logo={logo} on="woods" /> : <BrandMark />}
              {!(logo && isWordmark(logo)) && name}
            </p>
            <p className="max-w-sm text-on-woods-soft">{footer.where}</p>
          </div>
          <nav aria-label={labels.quickLinks}>
            <ul className="grid">
              {sectionsWithout(hidden).map(({ id, label }) => (
                <li key={id}>
                  <a href={`#${id}`} className={link}>
                    {label}
                  </a>
                </li>
              ))}
              <li>
                <a href={`#${topId}`} className={link}>
                  {labels.top}
                </a>
              </li>
            </ul>
          </nav>
          <ul aria-label={labels.elsewhere} className="grid content-start">
            {footer.social.map(({ icon, label, href }) => (
              <li key={icon}>
                <ExternalLink href={href} className={`${link} gap-2.5`}>
                  <SocialIcon name={icon} />
                  {label}
                </ExternalLink>
              </li>
            ))}
          </ul>
        </div>
        <div className="border-woods-line border-t">
          <div className="page-width flex flex-wrap gap-x-6 gap-y-1 py-5 pr-20 text-on-woods-soft text-sm">
            {footer.small.map(({ name: key, label, href }) => {
              const Link = href.startsWith('/') ? 'a' : ExternalLink
              return (
                <Link key={key} href={href} className={link}>
                  {label}
                </Link>
              )
            })}
          </div>
        </div>
      </div>
      <BackToTop />
    </footer>
  )
}
