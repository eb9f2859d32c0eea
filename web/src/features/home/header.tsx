import { isWordmark, type WebsiteLogo } from '@app/contracts/website/logo'
import { useId, useState, useSyncExternalStore } from 'react'
import { useSite } from '#content/shown-site'
import { navigation, sectionsWithout, topId } from '#content/site'
import { BrandMark, Logo } from '#ui/brand-mark'
import { ButtonLink } from '#ui/button'
import { TargetFace } from '#ui/drawings'
import { ExternalButton } from '#ui/external-link'
import { Icon } from '#ui/icon'
import { Announcements, useEscape } from './announcements'

const scrollThreshold = 10

const Brand = ({ name, logo }: { name: string; logo: WebsiteLogo | null }) => (
  <a href={`#${topId}`} className="flex items-center gap-2.5 rounded-lg font-bold font-display text-lg leading-tight">
    {logo ? <Logo logo={logo} on="page" /> : <BrandMark className="size-9 shrink-0" />}
    {!(logo && isWordmark(logo)) && name}
  </a>
)

const navLink =
  'flex min-h-11 items-center rounded-lg px-3 font-display font-semibold underline-offset-8 decoration-2 hover:underline'

const SectionLinks = ({ hidden, onFollow }: { hidden: readonly string[]; onFollow?: () => void }) =>
  sectionsWithout(hidden).map(({ id, label }) => (
    <a key={id} href={`#${id}`} onClick={onFollow} className={navLink}>
      {label}
    </a>
  ))

/** Fixed at the top of the window; changes style once the page is scrolled. */
export function Header() {
  const { name, logo, booking, hidden } = useSite()
  const scrolled = useScrolledPast(scrollThreshold)
  const [open, setOpen] = useState(false)
  const menuId = useId()
  const close = () => setOpen(false)
  useEscape(open, close)

  return (
    <header
      data-scrolled={scrolled}
      data-open={open}
      className="group screen-only noscript:absolute fixed inset-x-0 top-0 z-20 transition-colors duration-200 data-[open=true]:bg-card data-[scrolled=true]:border-line data-[scrolled=true]:border-b data-[scrolled=true]:bg-card"
    >
      <div className="page-width flex min-h-16 items-center justify-between gap-4">
        <Brand name={name} logo={logo} />
        <nav aria-label="Main" className="hidden items-center gap-1 md:flex">
          <SectionLinks hidden={hidden} />
          <ExternalButton href={booking} variant="accent" className="ml-3">
            {navigation.book}
          </ExternalButton>
        </nav>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={menuId}
          onClick={() => setOpen(!open)}
          className="noscript:hidden grid size-11 place-items-center rounded-lg md:hidden"
        >
          <span className="sr-only">{open ? navigation.closeMenu : navigation.openMenu}</span>
          <Icon name={open ? 'close' : 'menu'} className="size-7" />
        </button>
      </div>
      <nav id={menuId} aria-label="Mobile" hidden={!open} className="page-width pb-5 md:hidden">
        <div className="grid gap-1 border-line border-t pt-3">
          <SectionLinks hidden={hidden} onFollow={close} />
          <ButtonLink href="#contact" variant="accent" onClick={close} className="mt-2">
            {navigation.book}
          </ButtonLink>
        </div>
      </nav>
      <FlightLine />
      <Announcements />
    </header>
  )
}

/** A scroll progress arrow below the header; at the end of the page it reaches the target. */
const FlightLine = () => (
  <div
    aria-hidden="true"
    className="flight-line pointer-events-none absolute inset-x-0 top-full hidden h-0 motion-safe:group-data-[scrolled=true]:block"
  >
    <svg viewBox="0 0 200 200" aria-hidden="true" className="absolute -top-3.5 right-3 size-7">
      <TargetFace />
    </svg>
    <svg viewBox="0 0 80 20" aria-hidden="true" className="flight absolute -top-2.5 left-0 h-5 w-20">
      <g fill="none" strokeLinecap="round" strokeWidth="2.5">
        <path d="M8 10h64" className="stroke-ink" />
      </g>
      <path d="m80 10-11-5v10Z" className="fill-ink" />
      <path d="M8 10 2 3h13l7 7-7 7H2Z" className="fill-red" />
    </svg>
  </div>
)

function subscribe(changed: () => void) {
  addEventListener('scroll', changed, { passive: true })
  return () => removeEventListener('scroll', changed)
}

/** True if the page is scrolled by more than `threshold` pixels. */
const useScrolledPast = (threshold: number) =>
  useSyncExternalStore(
    subscribe,
    () => window.scrollY > threshold,
    () => false,
  )
