import { readReference } from '@app/contracts/api-docs'
import { inquiryTable } from '@app/contracts/inquiries'
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
import { paths } from '#lib/paths'

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
