import { searchable } from '@app/contracts/comparable'
import { inquiryTable } from '@app/contracts/inquiries'
import { websiteRight } from '@app/contracts/website/right'
import { tabLabel } from '@app/table-schema/cell'
import type { TableSchema } from '@app/table-schema/schema'
import { listPath, newRecord } from '#lib/list-address'
import { addFieldPath, newServiceAccountPath, paths } from '#lib/paths'
import { chooseTheme } from '#lib/theme'

/** Something the palette leads to: an address, or something to do. */
export type Entry = { id: string; label: string; detail?: string; href?: string; run?: () => void }
export type EntryGroup = { title: string; entries: readonly Entry[] }

/** For those who see inquiries. */
const inbox: Entry = { id: 'inbox', label: 'Inbox', href: paths.inbox }
const places: readonly Entry[] = [
  { id: 'today', label: 'Today', href: paths.today },
  { id: 'calendar', label: 'Calendar', href: paths.calendar },
  { id: 'insights', label: 'Insights', href: paths.insights },
  { id: 'roster', label: 'Roster', href: paths.roster },
  { id: 'work', label: 'Recent work', href: paths.work },
  { id: 'trash', label: 'Trash', href: paths.trash },
  { id: 'sessions', label: 'Account and passkeys', href: paths.sessions },
  // The public page is rendered by the server.
  { id: 'website', label: 'Website', run: () => location.assign(paths.home) },
]
const adminPlaces: readonly Entry[] = [
  { id: 'people', label: 'People', href: paths.people },
  { id: 'service-accounts', label: 'Service accounts', href: paths.serviceAccounts },
  { id: 'webhooks', label: 'Webhooks', href: paths.webhooks },
  { id: 'incoming', label: 'Incoming bookings', href: paths.incoming },
  { id: 'schema-editor', label: 'Tables and fields', href: paths.schemaEditor },
  { id: 'activity', label: 'Activity', href: paths.activity },
  { id: 'inquiry-settings', label: 'Inquiry settings', href: paths.inquirySettings },
]
const websiteEditor: Entry = { id: 'edit-website', label: 'Edit site', href: paths.website }
const newScript: Entry = {
  id: 'new-service-account',
  label: 'New service account for a script',
  href: newServiceAccountPath,
}
const themes: readonly Entry[] = [
  { id: 'theme-light', label: 'Use light theme', run: () => chooseTheme('light') },
  { id: 'theme-dark', label: 'Use dark theme', run: () => chooseTheme('dark') },
  { id: 'theme-system', label: 'Use system theme', run: () => chooseTheme('system') },
]

/** Every word that is typed begins a word of the label. */
export function matches(label: string, typed: string): boolean {
  const words = searchable(label).split(/[\s,]+/)
  return searchable(typed)
    .split(' ')
    .every((part) => words.some((word) => word.startsWith(part)))
}

/** Tables, pages and actions that fit what is typed; all tables and pages while nothing is. */
export function entryGroups(
  tables: readonly TableSchema[],
  isAdmin: boolean,
  mayEdit: (table: string) => boolean,
  showKeys: () => void,
  typed: string,
): EntryGroup[] {
  const lists = tables.map((table) => ({
    id: `table-${table.name}`,
    label: tabLabel(table),
    href: listPath({ table: table.name }),
  }))
  const creations = tables
    .filter(({ name, creatable }) => creatable !== false && mayEdit(name))
    .map((table) => ({
      id: `new-${table.name}`,
      label: `New ${table.singular ?? tabLabel(table)}`,
      href: listPath({ table: table.name, record: newRecord }),
    }))
  const fields = tables.map((table) => ({
    id: `field-${table.name}`,
    label: `Add a field to ${tabLabel(table)}`,
    href: addFieldPath(table.name),
  }))
  const actions = [
    ...creations,
    ...(isAdmin ? [newScript, ...fields] : []),
    ...themes,
    { id: 'keys', label: 'List of keys', detail: '?', run: showKeys },
  ]
  const pages = tables.some(({ name }) => name === inquiryTable) ? [inbox, ...places] : places
  const groups = [
    { title: 'Tables', entries: lists },
    {
      title: 'Pages',
      entries: [...pages, ...(mayEdit(websiteRight) ? [websiteEditor] : []), ...(isAdmin ? adminPlaces : [])],
    },
    { title: 'Actions', entries: typed ? actions : [] },
  ]
  return groups
    .map(({ title, entries }) => ({ title, entries: entries.filter(({ label }) => matches(label, typed)) }))
    .filter(({ entries }) => entries.length > 0)
}
