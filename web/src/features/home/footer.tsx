import { isWordmark } from '@app/contracts/website/logo'
import { labels, usePage } from '#content/frame'
import { sectionsWithout, topId } from '#content/site'
import { BrandMark, Logo } from '#ui/brand-mark'
import { ExternalLink } from '#ui/external-link'
import { Icon } from '#ui/icon'

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

/** Fixed at the bottom right of the window. */
const BackToTop = () => (
  <a
    href={`#${topId}`}
    className="to-top screen-only fixed right-4 bottom-4 z-10 grid size-12 place-items-center rounded-full border-2 border-line bg-card text-forest shadow-card hover:border-forest"
  >
    <span className="sr-only">{labels.floating}</span>
    <Icon name="up" />
  </a>
)

const drawings = {
  reviews: <path d="M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1.1 5.9-5.3-2.9-5.3 2.9 1.1-5.9-4.3-4.1 5.9-.8z" />,
  photos: (
    <>
      <rect x="3.5" y="3.5" width="17" height="17" rx="5" />
      <circle cx="12" cy="12" r="4" />
      <path d="M16.8 7.2h.01" />
    </>
  ),
  videos: (
    <>
      <rect x="2.5" y="5" width="19" height="14" rx="4" />
      <path d="M10 9l5 3-5 3z" />
    </>
  ),
}

type SocialIconName = keyof typeof drawings

/** Generic drawings; no trademarks. */
const SocialIcon = ({ name }: { name: SocialIconName }) => (
  <svg
    viewBox="0 0 24 24"
    className="size-6"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    {drawings[name]}
  </svg>
)

const oaks = [
  [150, 52, 26],
  [190, 57, 17],
  [1120, 44, 30],
  [1172, 50, 19],
  [1330, 46, 22],
] as const

/** The hills once more, along the upper edge of the footer. */
const EveningHills = () => (
  <svg
    viewBox="0 0 1440 90"
    preserveAspectRatio="xMidYMax slice"
    className="-mb-px block h-16 w-full md:h-24"
    aria-hidden="true"
  >
    <path d="M0 54c180-30 340-34 560-14s400 4 560-16 220-10 320 2v64H0Z" className="fill-ridge" />
    {oaks.map(([x, y, r]) => (
      <path
        key={x}
        d={`M${x - r} ${y}a${r} ${r * 0.8} 0 0 1 ${r * 2} 0l${-r * 0.8} 8h${-r * 0.4}Z`}
        className="fill-leaf"
      />
    ))}
    <path d="M0 70c240-26 460-20 720-4s480-8 720-28v52H0Z" className="fill-woods" />
  </svg>
)
