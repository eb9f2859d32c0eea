import { inquiryTable } from '@app/contracts/inquiries'
import { websiteRight } from '@app/contracts/website/right'
import { useSetAtom } from 'jotai'
import { CalendarCheck, CalendarDays, ChartColumn, Globe, Inbox, Menu, Search, SquarePen, Table2 } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { useSite } from '#content/shown-site'
import { AccountLinks, LogoutButton } from '#features/sign-in/account-links'
import { AccountMenu } from '#features/sign-in/account-menu'
import { paths } from '#lib/paths'
import { useRights } from '#lib/rights'
import { BrandMark } from '#ui/brand-mark'
import { Popover } from '#ui/popover'
import { useMedia } from '#ui/use-media'
import { keysAtom } from './keys/keys.atoms'

const control =
  'inline-flex min-h-11 items-center gap-2 rounded-full border border-woods-line px-3 xl:max-2xl:px-2.5 2xl:px-4 font-display font-semibold hover:bg-woods-soft aria-[current]:bg-woods-soft'
const item =
  'flex min-h-11 w-full items-center gap-2.5 rounded-lg px-3 hover:bg-sunken aria-[current]:bg-sunken aria-[current]:font-semibold'

const links = [
  { path: paths.today, href: paths.today, label: 'Today', icon: CalendarCheck },
  { path: paths.inbox, href: paths.inbox, label: 'Inbox', icon: Inbox },
  { path: paths.calendar, href: paths.calendar, label: 'Calendar', icon: CalendarDays },
  { path: paths.insights, href: paths.insights, label: 'Insights', icon: ChartColumn },
  { path: paths.admin, href: paths.tables, label: 'Tables', icon: Table2 },
] as const

/** The inbox is for those who may see inquiries. */
function useLinks() {
  const may = useRights()
  return links.filter(({ path }) => path !== paths.inbox || may(inquiryTable, 'view'))
}

/** Name of the dashboard, its screens, link to the website, account and logout; one row on every screen. */
export function DashboardHeader() {
  const isWide = useMedia('(min-width: 64rem)')
  return (
    <header className="on-woods bg-woods text-on-woods print:hidden">
      <div className="mx-auto flex w-full max-w-[110rem] items-center gap-x-4 px-4 py-1.5 max-xs:gap-x-3 md:px-8 md:py-2 low:py-0.5">
        <div className="mr-auto flex min-w-0 items-center gap-3 max-xs:gap-2 lg:shrink-0">
          <BrandMark className="size-9 shrink-0 max-xs:size-8 md:size-10 low:size-9" />
          <div className="min-w-0">
            <h1 className="truncate text-lg max-xs:text-[0.95rem] md:text-xl">Admin Dashboard</h1>
            <p className="truncate text-on-woods-soft text-sm compact:hidden">{useSite().name}</p>
          </div>
        </div>
        <EditWebsite />
        <GoTo />
        {isWide ? <WideMenu /> : <NarrowMenu />}
      </div>
    </header>
  )
}

function EditWebsite() {
  const may = useRights()
  if (!may(websiteRight, 'view')) return null
  return (
    <Link
      href={paths.website}
      aria-label="Edit website"
      title="Edit website"
      className="-mx-2 grid size-11 shrink-0 place-items-center rounded-full hover:bg-woods-soft"
    >
      <SquarePen className="size-5" />
    </Link>
  )
}

function GoTo() {
  const show = useSetAtom(keysAtom)
  return (
    <button
      type="button"
      aria-label="Go to"
      title="Go to a table, a record or an action (Ctrl+K)"
      aria-keyshortcuts="Control+K"
      onClick={() => show('palette')}
      className="-mx-2 grid size-11 shrink-0 place-items-center rounded-full hover:bg-woods-soft"
    >
      <Search className="size-5" />
    </button>
  )
}

function WideMenu() {
  const shown = useLinks()
  const [current] = useLocation()
  return (
    <div className="flex gap-1.5">
      <nav aria-label="Dashboard" className="flex gap-1.5">
        {shown.map(({ path, href, label, icon: Icon }) => (
          <Link
            key={path}
            href={href}
            title={label}
            className={control}
            aria-current={path === current ? 'page' : undefined}
          >
            <Icon className="size-5" />
            <span className="max-xl:sr-only">{label}</span>
          </Link>
        ))}
      </nav>
      <a href={paths.home} title="Website" className={control}>
        <Globe className="size-5" />
        <span className="max-2xl:sr-only">Website</span>
      </a>
      <AccountMenu />
    </div>
  )
}

function NarrowMenu() {
  const shown = useLinks()
  const [current] = useLocation()
  return (
    <Popover
      label="Menu"
      align="right"
      className={`${control} px-3!`}
      trigger={
        <>
          <Menu className="size-5" />
          <span className="max-xs:sr-only">Menu</span>
        </>
      }
    >
      {(close) => (
        // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a link that was followed closes the menu.
        <div
          onClick={({ target }) => (target as Element).closest('a') && close()}
          className="grid w-64 gap-0.5 [&_:focus-visible]:outline-focus"
        >
          <nav aria-label="Dashboard" className="grid gap-0.5">
            {shown.map(({ path, href, label, icon: Icon }) => (
              <Link key={path} href={href} className={item} aria-current={path === current ? 'page' : undefined}>
                <Icon className="size-5 text-muted" />
                {label}
              </Link>
            ))}
          </nav>
          <a href={paths.home} className={item}>
            <Globe className="size-5 text-muted" />
            Website
          </a>
          <hr className="my-1 border-line" />
          <AccountLinks withAddress />
          {/* In reach without scrolling when the menu is higher than a small phone's screen. */}
          <LogoutButton className={`${item} sticky -bottom-1.5 border-card border-b-6 bg-card`} />
        </div>
      )}
    </Popover>
  )
}
