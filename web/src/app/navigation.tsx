import { readReference } from '@app/contracts/api-docs'
import { inquiryTable } from '@app/contracts/inquiries'
import { websiteRight } from '@app/contracts/policy'
import { ownTable } from '@app/contracts/users'
import {
  Activity,
  BookText,
  CalendarCheck,
  CalendarDays,
  CalendarPlus,
  ChartColumn,
  FileUser,
  Globe,
  Inbox,
  KeyRound,
  ListChecks,
  ListTodo,
  type LucideIcon,
  Mail,
  PenLine,
  Table2,
  TableProperties,
  Trash2,
  Users,
  Webhook,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { useSchemas, useTableTitles } from '#features/records/list/use-schema'
import { paths } from '#lib/paths'
import { missingRightText, useIsAdmin, useRights, useSeesWhole } from '#lib/rights'
import { Notice } from '#ui/notice'

export type Place = {
  /** The path at which it is the current page. */
  path: string
  /** Where its link leads, if not there. */
  href?: string
  label: string
  icon: LucideIcon
  /** `main`: always in sight in the header. `settings`: in the menu of that name. `advanced`: folded in there. */
  in: 'main' | 'settings' | 'advanced'
  admins?: true
  /** For those who may see this table. */
  table?: string
  /** For those who may see all records of one of these tables. */
  anyOf?: readonly string[]
  /** Not a page of the dashboard. */
  isOutside?: true
}

/** Where the header leads, in this order. A new page needs one line here. */
export const navigation: readonly Place[] = [
  { path: paths.today, label: 'Today', icon: CalendarCheck, in: 'main' },
  { path: paths.inbox, label: 'Inbox', icon: Inbox, in: 'main', table: inquiryTable },
  { path: paths.calendar, label: 'Calendar', icon: CalendarDays, in: 'main' },
  {
    path: paths.insights,
    label: 'Insights',
    icon: ChartColumn,
    in: 'main',
    anyOf: [inquiryTable, 'lessons', 'students'],
  },
  { path: paths.admin, href: paths.tables, label: 'Tables', icon: Table2, in: 'main' },
  { path: paths.home, label: 'Website', icon: Globe, in: 'main', isOutside: true },
  { path: paths.people, label: 'People', icon: Users, in: 'settings', admins: true },
  { path: paths.schemaEditor, label: 'Tables and fields', icon: TableProperties, in: 'settings', admins: true },
  { path: paths.waiver, label: 'Waiver', icon: PenLine, in: 'settings', admins: true },
  { path: paths.email, label: 'Email', icon: Mail, in: 'settings', admins: true },
  { path: paths.personFile, label: 'Person file', icon: FileUser, in: 'settings', admins: true },
  { path: paths.work, label: 'Recent work', icon: ListChecks, in: 'settings' },
  { path: paths.trash, label: 'Trash', icon: Trash2, in: 'settings' },
  { path: paths.setup, label: 'Set up your school', icon: ListTodo, in: 'settings', admins: true },
  { path: paths.serviceAccounts, label: 'Service accounts', icon: KeyRound, in: 'advanced', admins: true },
  { path: paths.webhooks, label: 'Webhooks', icon: Webhook, in: 'advanced', admins: true },
  { path: paths.incoming, label: 'Incoming bookings', icon: CalendarPlus, in: 'advanced', admins: true },
  { path: paths.activity, label: 'Activity', icon: Activity, in: 'advanced', admins: true },
  { path: readReference.path, label: 'API reference', icon: BookText, in: 'advanced', admins: true, isOutside: true },
]

/** True for the links of the navigation that the user may follow. */
function useMayOpen(): (need: Need) => boolean {
  const isAdmin = useIsAdmin()
  const may = useRights()
  const seesWhole = useSeesWhole()
  return ({ admins, table, anyOf }) =>
    (isAdmin || !admins) && (!table || may(table, 'view')) && (!anyOf || anyOf.some(seesWhole))
}

type Need = Pick<Place, 'path' | 'label' | 'admins' | 'table' | 'anyOf'>

/** Pages that the header leads to elsewhere, or not at all. */
const others: readonly Need[] = [
  { path: paths.inquirySettings, label: 'Inquiry settings', admins: true },
  { path: paths.website, label: 'Edit site', table: websiteRight },
  { path: paths.roster, label: 'Roster', table: ownTable },
]

/** A page, or which right it needs and who can give it, by the reader's own rights alone: then nothing is requested for it. */
export function RightFor({ path, children }: { path: string; children: ReactNode }) {
  const need = [...navigation, ...others].find((one) => one.path === path)
  const mayOpen = useMayOpen()
  return !need || mayOpen(need) ? children : <MissingRight need={need} />
}

function MissingRight({ need: { label, admins, table, anyOf = [] } }: { need: Need }) {
  const tables = useTableTitles()
  return (
    <Notice tone="warn" title={label}>
      <p>
        {admins
          ? `This page is for admins. An admin of the school can make you one under Settings, People.`
          : missingRightText(table === undefined ? anyOf : [table], tables)}
      </p>
    </Notice>
  )
}

/** Above the tables: a page that does not exist, or a table that the reader may not see. */
export function AboveTables({ path, table }: { path: string; table: string }) {
  const isAdmin = useIsAdmin()
  const { data } = useSchemas()
  const isKnown = !data || [...data.tables, ...data.unusable].some(({ name }) => name === table)
  return (
    <>
      {path !== paths.admin && <UnknownPage path={path} />}
      {table && !isKnown && (
        <div className={aboveTables}>
          <Notice tone="warn">
            <p className="[overflow-wrap:anywhere]">
              {isAdmin ? `There is no table “${table}”.` : missingRightText([table], [])}
            </p>
          </Notice>
        </div>
      )}
    </>
  )
}

const aboveTables = 'mx-auto w-full max-w-[110rem] px-4 pt-3 md:px-8'

/** Names an address below the dashboard that leads nowhere. */
const UnknownPage = ({ path }: { path: string }) => (
  <div className={aboveTables}>
    <Notice tone="warn">
      <p className="[overflow-wrap:anywhere]">
        There is no page {path}.{' '}
        <Link href={paths.tables} className="text-link">
          These are the tables.
        </Link>
      </p>
    </Notice>
  </div>
)

type Props = {
  in: Place['in']
  /** These paths alone. */
  only?: readonly string[]
  className: string
  iconClass: string
}

/** The links of one part of the navigation, as far as the user may follow them. */
export function NavigationLinks({ in: part, only, className, iconClass }: Props) {
  const [current] = useLocation()
  const mayOpen = useMayOpen()
  return navigation
    .filter((place) => place.in === part && (!only || only.includes(place.path)) && mayOpen(place))
    .map(({ path, href = path, label, icon: Icon, isOutside }) => {
      const content = (
        <>
          <Icon className={iconClass} aria-hidden="true" />
          <span>{label}</span>
        </>
      )
      // The website and the API reference are not pages of this program.
      return isOutside ? (
        <a key={path} href={href} className={className}>
          {content}
        </a>
      ) : (
        <Link key={path} href={href} className={className} aria-current={path === current ? 'page' : undefined}>
          {content}
        </Link>
      )
    })
}
