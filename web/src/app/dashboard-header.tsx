import { CalendarCheck, CalendarDays, ChartColumn, Globe, Table2 } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { site } from '#content/site'
import { AccountMenu } from '#features/sign-in/account-menu'
import { paths } from '#lib/paths'
import { BrandMark } from '#ui/brand-mark'

const control =
  'inline-flex min-h-11 items-center gap-2 rounded-full border border-woods-line px-3.5 sm:px-4 font-display font-semibold hover:bg-woods-soft aria-[current]:bg-woods-soft'

const links = [
  { path: paths.today, href: paths.today, label: 'Today', icon: CalendarCheck },
  { path: paths.calendar, href: paths.calendar, label: 'Calendar', icon: CalendarDays },
  { path: paths.insights, href: paths.insights, label: 'Insights', icon: ChartColumn },
  { path: paths.admin, href: paths.tables, label: 'Tables', icon: Table2 },
] as const

/** Name of the dashboard, link to the website, account and logout. */
export function DashboardHeader() {
  const [current] = useLocation()
  return (
    <header className="on-woods bg-woods text-on-woods print:hidden">
      <div className="mx-auto flex w-full max-w-[110rem] flex-wrap items-center gap-x-6 gap-y-2 px-4 py-2 md:px-8">
        <div className="mr-auto flex items-center gap-3">
          <BrandMark className="size-10 shrink-0" />
          <div>
            <h1 className="text-xl">Admin Dashboard</h1>
            <p className="text-on-woods-soft text-sm">{site.name}</p>
          </div>
        </div>
        <div className="flex min-w-0 flex-wrap gap-2">
          <nav aria-label="Dashboard" className="flex flex-wrap gap-2">
            {links.map(({ path, href, label, icon: Icon }) => (
              <Link key={path} href={href} className={control} aria-current={path === current ? 'page' : undefined}>
                <Icon className="size-5" />
                <span className="max-xl:sr-only">{label}</span>
              </Link>
            ))}
          </nav>
          <Link href={paths.home} className={control}>
            <Globe className="size-5" />
            <span className="max-2xl:sr-only">Website</span>
          </Link>
          <AccountMenu />
        </div>
      </div>
    </header>
  )
}
