import type { AuditDetails, AuditRecord } from '@app/contracts/audit'
import { momentText } from '#lib/school-time'
import { actionWords } from './activity-words'

/** What an entry says after the name, and lines of detail under it. */
export type EntryWords = { what: string; details: string[] }
type Titles = ReadonlyMap<string, string>
type About = Pick<AuditRecord, 'action' | 'about'>

const counted = (value: unknown, one: string, many = `${one}s`) =>
  value === 1 ? `1 ${one}` : `${Number(value).toLocaleString('en-US')} ${many}`
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const methods: Readonly<Record<string, string>> = {
  code: 'with a code from an email',
  google: 'with Google',
  passkey: 'with a passkey',
}
const roles: Readonly<Record<string, string>> = { admin: 'Admin', staff: 'Staff', user: 'No access' }
const sources: Readonly<Record<string, string>> = {
  batch: 'Together with other records',
  import: 'By an import',
  undo: 'By undoing a change',
  restore: 'Back to a former value, from the history',
  unlink: 'Because a record it refers to was deleted',
}
const shapes: Readonly<Record<string, string>> = {
  create: 'added a table',
  update: 'changed the fields of a table',
  retire: 'retired a table',
  'bring back': 'brought back a retired table',
  remove: 'removed retired fields of a table for good',
}
const batches: Readonly<Record<string, string>> = { update: 'changed', delete: 'deleted', restore: 'restored' }

/** The parts of the product by the beginning of their calls. */
const areas: readonly [string, string][] = [
  ['/api/people', 'People'],
  ['/api/audit', 'Activity'],
  ['/api/trash', 'Trash'],
  ['/api/admin/shape', 'the design of tables'],
  ['/api/forms/settings', 'the inquiry settings'],
  ['/api/forms/erasures', 'the erasure of an address'],
  ['/api/forms/mailings', 'emails to several people'],
  ['/api/forms', 'inquiries'],
  ['/api/tables/:table/export', 'an export of records'],
  ['/api/tables/:table/imports', 'an import of records'],
  ['/api/tables/:table/batches', 'a change of several records'],
  ['/api/tables', 'records'],
  ['/api/upload', 'an upload'],
  ['/api/files', 'a file'],
  ['/api/today', 'Today'],
  ['/api/insights', 'Insights'],
  ['/api/calendar', 'the calendar'],
  ['/api/docs', 'the API reference'],
]

function refusedCall(call: string): string {
  const [method = '', path = ''] = call.split(' ')
  const area = areas.find(([start]) => path.startsWith(start))?.[1]
  return area ? `Tried to ${method === 'GET' ? 'see' : 'use'} ${area} (${call})` : `Tried ${call}`
}

const outOf = (list: unknown) =>
  String(list ?? '')
    .split(', ')
    .filter(Boolean)

/** `Staff. May change Lessons and see Students. May export Lessons.` */
function accessLines({ person, role, rights, exports, disabled }: AuditDetails, titles: Titles): string[] {
  const titleOf = (table: string) => titles.get(table) ?? table
  const may = (right: string, verb: string) => {
    const tables = outOf(rights).flatMap((one) => (one.endsWith(`: ${right}`) ? [titleOf(one.split(': ')[0]!)] : []))
    return tables.length > 0 ? [`May ${verb} ${tables.join(', ')}`] : []
  }
  const exported = outOf(exports).map(titleOf)
  return [
    `${person}: ${roles[String(role)] ?? role}`,
    ...may('edit', 'change'),
    ...may('view', 'see'),
    ...(exported.length > 0 ? [`May export ${exported.join(', ')}`] : []),
    ...(disabled === true ? ['The account is disabled'] : []),
  ]
}

function verification({ faults, unchained, ...chains }: AuditDetails): string {
  const entries = Object.values(chains).reduce<number>((sum, head) => sum + Number(String(head).split(' ')[0]), 0)
  if (Number(faults) > 0) return `${counted(faults, 'entry', 'entries')} not as written: see the alert and its page`
  return `All ${counted(entries + Number(unchained ?? 0), 'entry', 'entries')} are as they were written`
}

function backupLines({ documents, written }: AuditDetails): string[] {
  const day = written === undefined ? [] : [`The backup of ${momentText(String(written))}`]
  return [...day, ...(documents === undefined ? [] : [counted(documents, 'document')])]
}

/** What is particular about an entry: its own phrase where it has one, and its details. */
function particular({ action, about }: About, titles: Titles): Partial<EntryWords> {
  switch (action) {
    case 'create':
    case 'update':
    case 'delete':
    case 'restore': {
      const source = sources[String(about['source'])]
      return { details: source === undefined ? [] : [source] }
    }
    case 'batch': {
      const [how, count] = Object.entries(about).find(([name]) => name in batches) ?? []
      return how === undefined ? {} : { what: `${batches[how]} ${counted(count, 'record')}` }
    }
    case 'export': {
      if (about['of'] === 'activity') return { what: 'exported the activity' }
      const { total } = about
      return typeof total === 'number' ? { what: `exported ${counted(total, 'record')}` } : {}
    }
    case 'schema': {
      const { change, fields } = about
      const what = shapes[String(change)]
      return { ...(what && { what }), details: fields === undefined ? [] : [String(fields)] }
    }
    case 'status':
      return { what: `set the status of an inquiry to ${capital(String(about['status']).replaceAll('_', ' '))}` }
    case 'erase': {
      const { step, deleted, students } = about
      if (step === 'begun') return { what: 'began to erase everything from an address' }
      return { details: [`${counted(deleted, 'inquiry', 'inquiries')} and ${counted(students, 'student')} deleted`] }
    }
    case 'mailing':
      return about['recipients'] === undefined
        ? {}
        : { what: `wrote to ${counted(about['recipients'], 'person', 'people')}` }
    case 'sign-in':
    case 'sign-in-refused':
      return { details: [methods[String(about['method'])] ?? ''].filter(Boolean).map(capital) }
    case 'access-refused':
      return { details: [refusedCall(String(about['call']))] }
    case 'invite':
    case 'access':
    case 'remove-person':
      return { details: accessLines(about, titles) }
    case 'backup':
    case 'restore-backup':
      return { details: backupLines(about) }
    case 'verify':
      return { details: [verification(about)] }
    default:
      return {}
  }
}

/** An entry in words for staff. */
export function entryWords(entry: About, titles: Titles): EntryWords {
  const { outcome, ...about } = entry.about
  // Entries of earlier releases have fewer details, or none.
  const own = Object.keys(about).length === 0 ? {} : particular({ action: entry.action, about }, titles)
  const { what = actionWords[entry.action], details = [] } = own
  const unknown = 'The service stopped in the middle: this may not have happened'
  return { what, details: outcome === 'unknown' ? [...details, unknown] : details }
}
