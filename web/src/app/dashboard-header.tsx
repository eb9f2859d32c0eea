import { websiteRight } from '@app/contracts/policy'
import { useSetAtom } from 'jotai'
import { ChevronRight, Menu, Search, Settings, SquarePen } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { useSchool } from '#content/use-school'
import { keysAtom } from '#features/palette/keys.atoms'
import { AccountLinks, AccountMenu, LogoutButton } from '#features/sign-in/account-menu'
import { paths } from '#lib/paths'
import { useIsAdmin, useRights } from '#lib/rights'
import { BrandMark, Logo } from '#ui/brand-mark'
import { Popover } from '#ui/popover'
import { Toasts } from '#ui/toast'
import { phone, useMedia } from '#ui/use-media'
import { NavigationLinks, navigation } from './navigation'

/** A link of the header: text, and a line under the current page. */
const link =
  'inline-flex min-h-11 items-center gap-2 rounded-md border-transparent border-y-3 px-2 xl:px-2.5 font-display font-semibold text-on-woods-soft hover:text-on-woods hover:bg-woods-soft aria-[current]:border-b-gold aria-[current]:text-on-woods aria-[current]:rounded-b-none'
const control =
  'inline-flex min-h-11 items-center gap-2 rounded-md px-2.5 hover:bg-woods-soft aria-expanded:bg-woods-soft'
const item =
  'flex min-h-11 compact:min-h-10 w-full items-center gap-2.5 rounded-lg px-3 hover:bg-sunken aria-[current]:bg-sunken aria-[current]:font-semibold'

/**
 * Name of the dashboard, its screens, link to the website, account and logout; one row on every screen. A phone has the places that are
 * used there most in a bar at the bottom.
 */
export function DashboardHeader() {
  const isPhone = useMedia(phone, false)
  const isWide = useMedia('(min-width: 72rem)')
  const school = useSchool()
  return (
    <>
      <header className="on-woods bg-woods text-on-woods print:hidden">
        <div className="mx-auto flex w-full max-w-[110rem] items-center gap-x-4 px-4 py-1.5 max-xs:gap-x-3 md:px-8 md:py-2 low:py-0.5">
          <div className="flex min-w-0 items-center gap-3 max-xs:gap-2">
            {school?.logo ? (
              <Logo logo={school.logo} on="woods" className="h-9 max-w-[min(9rem,22vw)]!" height={36} />
            ) : (
              <BrandMark
                className={`size-9 shrink-0 max-xs:size-8 md:size-10 low:size-9 ${school ? '' : 'invisible'}`}
              />
            )}
            <div className="min-w-0">
              <h1 className="text-lg max-xs:text-[0.95rem] max-sm:line-clamp-2 max-sm:text-base max-sm:leading-tight sm:truncate md:text-xl">
                Admin Dashboard
              </h1>
              <p className="truncate text-on-woods-soft text-sm compact:hidden lg:max-xl:hidden">
                {school?.name ?? '\u00a0'}
              </p>
            </div>
          </div>
          {isWide ? <WideMenu /> : <NarrowMenu isPhone={isPhone} />}
        </div>
      </header>
      {isPhone && <PhoneBar />}
    </>
  )
}

const barItem =
  'flex min-h-14 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 rounded-md px-1 text-xs text-on-woods-soft hover:text-on-woods aria-expanded:bg-woods-soft aria-[current]:bg-woods-soft aria-[current]:font-semibold aria-[current]:text-on-woods'

/** In reach of the thumb: the day, the inbox, the calendar, the search and everything else. */
function PhoneBar() {
  const show = useSetAtom(keysAtom)
  return (
    <div className="phone-bar on-woods fixed inset-x-0 bottom-0 z-30 flex bg-woods px-1 pb-[env(safe-area-inset-bottom)] text-on-woods print:hidden">
      <nav aria-label="Main" className="contents">
        <NavigationLinks in="main" only={onBar} className={barItem} iconClass="size-5" />
      </nav>
      <button type="button" onClick={() => show('palette')} className={barItem}>
        <Search className="size-5" aria-hidden="true" />
        Search
      </button>
      <div className="flex-1">
        <PlacesMenu
          isAbove
          className={`${barItem} w-full`}
          trigger={
            <>
              <Menu className="size-5" aria-hidden="true" />
              Menu
            </>
          }
        />
      </div>
    </div>
  )
}

const onBar = [paths.today, paths.inbox, paths.calendar]

function EditSite() {
  const may = useRights()
  const [path] = useLocation()
  if (!may(websiteRight, 'view')) return null
  return (
    <Link
      href={paths.website}
      aria-label="Edit site"
      title="Edit site"
      aria-current={path === paths.website ? 'page' : undefined}
      className="grid size-11 shrink-0 place-items-center rounded-md hover:bg-woods-soft aria-[current]:bg-woods-soft"
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
      className="grid size-11 shrink-0 place-items-center rounded-md hover:bg-woods-soft"
    >
      <Search className="size-5" />
    </button>
  )
}

/** A link that was followed closes the menu it is in. */
const Links = ({ close, width, children }: { close: () => void; width: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the links inside are operated.
  <div
    onClick={({ target }: MouseEvent) => (target as Element).closest('a') && close()}
    className={`grid gap-0.5 [&_:focus-visible]:outline-focus ${width}`}
  >
    {children}
  </div>
)

function WideMenu() {
  return (
    <>
      <nav aria-label="Dashboard" className="mr-auto ml-2 flex gap-0.5 2xl:ml-6 2xl:gap-2">
        <NavigationLinks in="main" className={link} iconClass="size-5 max-2xl:hidden" />
      </nav>
      <div className="flex shrink-0 items-center">
        <EditSite />
        <GoTo />
        <SettingsMenu />
        <AccountMenu />
      </div>
    </>
  )
}

/** Places that are visited rarely: people, schemas, the trash; below them those of programs and operators, folded. */
function SettingsMenu() {
  return (
    <Popover
      label="Settings"
      align="right"
      className={`${control} font-display font-semibold text-on-woods-soft hover:text-on-woods`}
      trigger={
        <>
          <Settings className="size-5" />
          <span className="max-2xl:sr-only">Settings</span>
        </>
      }
    >
      {(close) => (
        <Links close={close} width="w-60">
          <nav aria-label="Settings" className="grid gap-0.5">
            <NavigationLinks in="settings" className={item} iconClass="size-5 text-muted" />
          </nav>
          <Advanced />
        </Links>
      )}
    </Popover>
  )
}

function Advanced({ columns = '' }: { columns?: string }) {
  const [path] = useLocation()
  const isAdmin = useIsAdmin()
  if (!isAdmin) return null
  return (
    <details open={navigation.some((place) => place.in === 'advanced' && place.path === path)} className="group">
      <summary className={`${item} cursor-pointer list-none text-muted [&::-webkit-details-marker]:hidden`}>
        <ChevronRight className="size-5 shrink-0 transition-transform group-open:rotate-90" aria-hidden="true" />
        Advanced
      </summary>
      <nav aria-label="Advanced" className={`grid gap-0.5 ${columns}`}>
        <NavigationLinks in="advanced" className={item} iconClass="size-5 shrink-0 text-muted" />
      </nav>
    </details>
  )
}

/** On a phone the rest is in the bar. */
const NarrowMenu = ({ isPhone }: { isPhone: boolean }) => (
  <>
    <span className="mr-auto" />
    <EditSite />
    {!isPhone && (
      <>
        <GoTo />
        <PlacesMenu
          className={`${control} border border-woods-line px-3!`}
          trigger={
            <>
              <Menu className="size-5" />
              Menu
            </>
          }
        />
      </>
    )}
  </>
)

type PlacesProps = { trigger: ReactNode; className: string; isAbove?: boolean }

/** Every place of the dashboard, and the account. */
const PlacesMenu = (props: PlacesProps) => (
  <Popover label="Menu" align="right" {...props}>
    {(close) => (
      <Links close={close} width="w-80 max-w-full">
        <nav aria-label="Dashboard" className="grid grid-cols-2 gap-0.5">
          <NavigationLinks in="main" className={item} iconClass="size-5 text-muted" />
        </nav>
        <hr className="my-1 border-line" />
        <nav aria-label="Settings" className="grid grid-cols-2 gap-0.5">
          <NavigationLinks in="settings" className={item} iconClass="size-5 shrink-0 text-muted" />
        </nav>
        <Advanced columns="grid-cols-2" />
        <hr className="my-1 border-line" />
        <AccountLinks withAddress />
        {/* In reach without scrolling when the menu is higher than the screen. */}
        <LogoutButton className={`${item} sticky -bottom-1.5 border-card border-b-6 bg-card`} />
      </Links>
    )}
  </Popover>
)

/** Header and main area of the staff pages other than the tables. */
export const StaffLayout = ({ isWide = false, children }: { isWide?: boolean; children: ReactNode }) => (
  <div className="min-h-svh">
    <DashboardHeader />
    <main
      data-wide={isWide}
      className="mx-auto grid w-full max-w-[80rem] data-[wide=true]:max-w-[110rem] grid-cols-[minmax(0,1fr)] content-start gap-6 px-4 py-5 md:px-8"
    >
      {children}
    </main>
    <Toasts />
  </div>
)
